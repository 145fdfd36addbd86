import { setting } from '@nameplane/contract/system/setting'
import { notificationPath, type PaymentProviderKey } from '@nameplane/contract/system/payment'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { notifyAddressMessages } from './notify-address.messages.ts'

/** Where a provider is to notify, for its own pages; a link to say the platform's address first while nobody has. */
export function NotifyAddress({ provider }: { provider: PaymentProviderKey }) {
  const text = useText(notifyAddressMessages)
  const { reply } = useCall(setting.ofKey, { key: platformAddress.key })
  const publicUrl = reply ? publicUrlOf(reply.config.paramValue) : null
  if (publicUrl === null) return null
  if (publicUrl === '')
    return (
      <p className="text-sm text-kumo-subtle">
        {text.addressMissing}{' '}
        <ScreenLink to="/system/config/payment/address" className={`${textLink} underline`}>
          {text.addressLink}
        </ScreenLink>
      </p>
    )
  const address = publicUrl + notificationPath(provider)
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{text.notifyAddress}</p>
      <p className="flex items-center gap-1 rounded-md bg-kumo-recessed py-1 pr-1 pl-3">
        <code className="min-w-0 font-mono text-sm break-all">{address}</code>
        <CopyButton text={address} label={text.notifyAddress} />
      </p>
    </div>
  )
}

function publicUrlOf(paramValue: string): string {
  const value: unknown = JSON.parse(paramValue)
  const url = platformAddress.value.safeParse(value)
  return url.success ? url.data.publicUrl : ''
}
