import { notificationPath, paymentProviders } from '@nameplane/contract/system/payment'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { settingPage } from '../setting-page.tsx'
import { addressMessages } from './address.messages.ts'
import { providerNames } from './provider-names.ts'
import { settingSections } from '../setting-sections.ts'

/** Where the platform is reached from outside, and the notification addresses that follow from it. */
export const PlatformAddressPage = settingPage(platformAddress, addressMessages, function AddressFields({ form, text, language }) {
  const [typed, setTyped] = useFieldValue(form, 'publicUrl')
  const publicUrl = (typed ?? '').trim().replace(/\/+$/, '')
  const here = window.location.origin
  return (
    <div className={settingSections}>
      <div>
        <Field of={form} name="publicUrl" placeholder="https://dns.example.com" />
        {publicUrl !== here && (
          <LinkButton className="mt-1 text-sm" onClick={() => setTyped(here)}>
            {text.useThis(here)}
          </LinkButton>
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
})
