import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { declareSetting } from '../setting-declaration.ts'

/** Where the platform is reached from outside: providers notify there. Empty: nobody has said so yet. */
export const PlatformAddress = z.object({
  /** Scheme, host and port only; without a slash at its end. */
  publicUrl: asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(200),
        z.overwrite((text) => text.replace(/\/+$/, '')),
        z.refine((text: string) => text === '' || (/^https?:\/\/[^/?#\s@]+$/.test(text) && URL.canParse(text)), { error: 'invalid_url' }),
      ),
      '',
    ),
  ),
})
export type PlatformAddress = z.output<typeof PlatformAddress>

export const platformAddress = declareSetting('PLATFORM_ADDRESS', {
  class: 'platform',
  value: PlatformAddress,
  names: { publicUrl: { zh: '平台公网地址', en: 'Public address' } },
  screen: '/system/config/payment/address',
  readBy: 'payments and refunds (where providers send notifications and where the payer returns) and links in registration emails',
})
