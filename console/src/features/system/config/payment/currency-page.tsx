import type * as z from 'zod/mini'
import { bookCurrencies, books } from '@nameplane/contract/system/settings/books'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Select } from '../../../../screen-parts/form/field.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { currencyMessages } from './currency.messages.ts'
import { currencyName } from './currency-name.ts'
import { paymentTabs } from './payment-tabs.ts'

type Values = z.input<typeof books.value>

const blank: Values = { currency: 'CNY' }

/** The one currency of the platform's books. */
export function CurrencyPage() {
  const text = useText(currencyMessages)
  const language = useLanguage()
  return (
    <SettingPage<Values>
      setting={books}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/currency" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <Select label={text.fields.currency} isRequired help={text.currencyHelp} {...register('currency')} error={errorOf('currency')}>
            {bookCurrencies.map((currency) => (
              <option key={currency} value={currency}>
                {currencyName(currency, language)}
              </option>
            ))}
          </Select>
          <p className="text-sm text-kumo-subtle">{text.providers}</p>
        </div>
      )}
    </SettingPage>
  )
}
