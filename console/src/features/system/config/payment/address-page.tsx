import type * as z from 'zod/mini'
import { notificationPath, paymentProviders } from '@nameplane/contract/system/payment'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { addressMessages } from './address.messages.ts'
import { paymentTabs, providerNames } from './payment-tabs.ts'
import { useLanguage } from '../../../../i18n/language.ts'

type Values = z.input<typeof platformAddress.value>

const blank: Values = { publicUrl: '' }

/** Where the platform is reached from outside, and the notification addresses that follow from it. */
export function PlatformAddressPage() {
  const text = useText(addressMessages)
  const language = useLanguage()
  return (
    <SettingPage<Values>
      setting={platformAddress}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/address" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch, setValue }) => {
        const publicUrl = (watch('publicUrl') ?? '').trim().replace(/\/+$/, '')
        const here = window.location.origin
        return (
          <div className="flex max-w-[560px] flex-col gap-6">
            <div>
              <TextInput
                label={text.fields.publicUrl}
                help={text.publicUrlHelp}
                inputMode="url"
                placeholder="https://dns.example.com"
                className="font-mono"
                {...register('publicUrl')}
                error={errorOf('publicUrl')}
              />
              {publicUrl !== here && (
                <button
                  type="button"
                  className={`mt-1 cursor-pointer text-sm ${textLink}`}
                  onClick={() => setValue('publicUrl', here, { shouldDirty: true, shouldValidate: true })}
                >
                  {text.useThis(here)}
                </button>
              )}
            </div>
            {platformAddress.value.safeParse({ publicUrl }).success && publicUrl !== '' && (
              <div>
                <p className="mb-2 text-sm font-medium">{text.addresses}</p>
                <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-1 text-sm">
                  {paymentProviders.map((provider) => {
                    const address = publicUrl + notificationPath(provider)
                    return (
                      <div key={provider} className="contents">
                        <dt className="text-kumo-subtle">{providerNames[provider][language]}</dt>
                        <dd className="flex items-center gap-1">
                          <code className="min-w-0 font-mono break-all">{address}</code>
                          <CopyButton text={address} label={providerNames[provider][language]} />
                        </dd>
                      </div>
                    )
                  })}
                </dl>
              </div>
            )}
          </div>
        )
      }}
    </SettingPage>
  )
}
