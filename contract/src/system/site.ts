import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exclusiveModes } from '../menu.ts'
import { Time } from '../time.ts'

/** Key of the system config record that says what the site is called and how to reach its operator. */
export const siteConfigKey = 'WEB_CONFIG'

const text = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length)), '')
/** A picture of this site: the path of one that it serves itself, or empty. */
const Picture = z._default(
  z.string().check(
    z.maxLength(300),
    z.regex(/^(\/[A-Za-z0-9._/-]*)?$/, 'invalid_value'),
    z.refine((path: string) => !path.startsWith('//'), { error: 'invalid_value' }),
  ),
  '',
)

/** Site web config (spec point 3). Empty members say nothing: the console then shows its own name and mark. */
export const SiteConfig = z.object({
  basic: z.prefault(
    z.object({
      favicon: Picture,
      logoImgLight: Picture,
      logoImgDark: Picture,
      webName: text(60),
      icp: text(100),
      isp: text(100),
      lang: z._default(z.enum(['', 'cn', 'en']), ''),
    }),
    {},
  ),
  seo: z.prefault(z.object({ title: text(120), keywords: text(300), description: text(500) }), {}),
  contact: z.prefault(z.object({ mobile: text(40), email: text(254), qq: text(20), company: text(120), telegram: text(64), skype: text(64) }), {}),
  /** The path below which the users' own site stands. */
  userDir: text(64),
})
export type SiteConfig = z.infer<typeof SiteConfig>

/** A config record as the spec's public calls read it: JSON in a string. */
const ConfigText = z.object({ paramValue: z.string() })

const Index = z.object({
  data: z.object({ exclusive_mode: z.array(z.enum(exclusiveModes)), rewrite: z.boolean(), user_dir: z.string(), web_config: ConfigText }),
})

const EnumRow = z.object({ code: z.number(), zh: z.string(), en: z.string() })

const readsPublic = { access: 'public', effect: 'read' } as const
const index = {
  summary: 'What the console must know before anybody signs in: the parts that are on, and the site’s name, pictures and contacts',
  access: 'public',
  reply: Index,
} as const

export const site = {
  index: endpoint('GET sys_common/index', index),
  indexBelowSys: endpoint('GET sys/common/index', index),
  config: endpoint('GET app/common/web/config', {
    summary: 'The site’s name, pictures, search words and contacts',
    access: 'public',
    reply: z.object({ data: ConfigText }),
  }),
  enums: endpoint('GET sys/common/enums', {
    summary: 'The numbered states of orders, payments and messages, in both languages',
    access: 'public',
    reply: z.object({ data: z.record(z.string(), z.array(EnumRow)) }),
  }),
  notices: endpoint('POST app/common/notice/list', {
    summary: 'The newest published notices that are meant for everybody',
    ...readsPublic,
    reply: z.object({ data: z.object({ list: z.array(z.object({ id: z.number(), title: z.string(), content: z.string(), createtime: Time })) }) }),
  }),
}
