import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { isUrl } from '../../rules.ts'
import { declareSetting } from '../setting-declaration.ts'

/** Where the operator's CDN client stands, and what its link is called. */
export const OtherUrl = z.object({
  name: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  url: asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(500),
        z.refine((url: string) => url === '' || (isUrl(url) && /^https?:/i.test(url)), { error: 'invalid_url' }),
      ),
      '',
    ),
  ),
})

export const otherUrl = declareSetting('OTHER_URL_CONFIG', {
  class: 'site',
  value: OtherUrl,
  names: { name: { zh: '名称', en: 'Name' }, url: { zh: '地址', en: 'Address' } },
  screen: '/system/config/other-url',
  readBy: 'the console’s footer, which links to it',
})
