import { bookCurrencies, books } from '@nameplane/contract/system/settings/books'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SettingPage } from '../setting-page.tsx'
import { currencyMessages } from './currency.messages.ts'
import { currencyChoices } from './currency-name.ts'

const words = fieldWords({}, currencyMessages)

/** The one currency of the platform's books. */
export function CurrencyPage() {
  const text = useText(currencyMessages)
  const language = useLanguage()
  return (
    <SettingPage setting={books} words={words} help={text.help}>
      {(form) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <Field of={form} name="currency" options={currencyChoices(bookCurrencies, language)} />
          <p className="text-sm text-kumo-subtle">{text.providers}</p>
        </div>
      )}
    </SettingPage>
  )
}
