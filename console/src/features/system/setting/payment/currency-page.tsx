import { bookCurrencies, books } from '@nameplane/contract/system/settings/books'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { settingPage } from '../setting-page.tsx'
import { currencyMessages } from './currency.messages.ts'
import { currencyChoices } from './currency-name.ts'
import { settingSections } from '../setting-sections.ts'

/** The one currency of the platform's books. */
export const CurrencyPage = settingPage(books, currencyMessages, ({ form, text, language }) => (
  <div className={settingSections}>
    <Field of={form} name="currency" options={currencyChoices(bookCurrencies, language)} />
    <p className="text-sm text-kumo-subtle">{text.providers}</p>
  </div>
))
