import { useId } from 'react'
import type * as z from 'zod/mini'
import { tokenPay, tokenPayCurrencies } from '@nameplane/contract/system/settings/payment-tokenpay'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { currencyName } from './currency-name.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PaymentTry } from './payment-try.tsx'
import { paymentTabs } from './payment-tabs.ts'
import { tokenPayMessages } from './tokenpay.messages.ts'

type Values = z.input<typeof tokenPay.value>

const blank: Values = { serviceUrl: '', token: '', digest: 'hmac-sha256', coin: 'USDT_TRC20', currency: 'CNY' }

/** Coins that a TokenPay usually takes; which it does, its own settings say. */
const usualCoins = ['USDT_TRC20', 'TRX', 'EVM_ETH_ETH', 'EVM_ETH_USDT_ERC20', 'EVM_ETH_USDC_ERC20', 'EVM_BSC_BNB', 'EVM_BSC_USDT_BEP20', 'EVM_BSC_USDC_BEP20']

/** TokenPay: service, token, coin and currency. */
export function TokenPayPage() {
  const text = useText(tokenPayMessages)
  const language = useLanguage()
  const coinsId = useId()
  return (
    <SettingPage<Values>
      setting={tokenPay}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/tokenpay" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <TextInput
            label={text.fields.serviceUrl}
            isRequired
            help={text.serviceUrlHelp}
            inputMode="url"
            placeholder="https://tokenpay.example.com"
            className="font-mono"
            {...register('serviceUrl')}
            error={errorOf('serviceUrl')}
          />
          <SecretInput label={text.fields.token} isRequired help={text.tokenHelp} {...register('token')} error={errorOf('token')} />
          <Select label={text.fields.digest} isRequired help={text.digestHelp} {...register('digest')} error={errorOf('digest')}>
            <option value="hmac-sha256">{text.digests['hmac-sha256']}</option>
            <option value="md5">{text.digests.md5}</option>
          </Select>
          <TextInput
            label={text.fields.coin}
            isRequired
            help={text.coinHelp}
            list={coinsId}
            className="font-mono"
            {...register('coin')}
            error={errorOf('coin')}
          />
          <datalist id={coinsId}>
            {usualCoins.map((coin) => (
              <option key={coin} value={coin} />
            ))}
          </datalist>
          <Select label={text.fields.currency} isRequired help={text.currencyHelp} {...register('currency')} error={errorOf('currency')}>
            {tokenPayCurrencies.map((currency) => (
              <option key={currency} value={currency}>
                {currencyName(currency, language)}
              </option>
            ))}
          </Select>
          <FieldGroup title={text.notices}>
            <NotifyAddress provider="tokenpay" />
            <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
            <PaymentTry provider="tokenpay" settingKey={tokenPay.key} amountCents={100} currency={watch('currency') ?? 'CNY'} isFinal />
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
