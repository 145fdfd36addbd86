import { useId } from 'react'
import { tokenPay, tokenPayCurrencies } from '@nameplane/contract/system/settings/payment-tokenpay'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { textField } from '../../../../ui/classes.ts'
import { settingPage } from '../setting-page.tsx'
import { currencyChoices } from './currency-name.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PaymentTry } from './payment-try.tsx'
import { tokenPayMessages } from './tokenpay.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** Coins that a TokenPay usually takes; which it does, its own settings say. */
const usualCoins = ['USDT_TRC20', 'TRX', 'EVM_ETH_ETH', 'EVM_ETH_USDT_ERC20', 'EVM_ETH_USDC_ERC20', 'EVM_BSC_BNB', 'EVM_BSC_USDT_BEP20', 'EVM_BSC_USDC_BEP20']

/** TokenPay: service, token, coin and currency. */
export const TokenPayPage = settingPage(tokenPay, tokenPayMessages, function TokenPayFields({ form, text, language }) {
  const coinsId = useId()
  return (
    <div className={settingSections}>
      <Field of={form} name="serviceUrl" placeholder="https://tokenpay.example.com" />
      <Field of={form} name="token" />
      <Field of={form} name="digest" />
      <Field of={form} name="coin">
        {(control) => (
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            list={coinsId}
            {...form.raw.register('coin')}
            {...control}
            className={`${textField} font-mono`}
          />
        )}
      </Field>
      <datalist id={coinsId}>
        {usualCoins.map((coin) => (
          <option key={coin} value={coin} />
        ))}
      </datalist>
      <Field of={form} name="currency" options={currencyChoices(tokenPayCurrencies, language)} />
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="tokenpay" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="tokenpay" settingKey={tokenPay.key} amountCents={100} currency={form.raw.watch('currency') as string} isFinal />
      </FieldGroup>
    </div>
  )
})
