import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { exclusiveModes } from '../menu-parts.ts'
import { Time } from '../time.ts'

/** A setting as the spec's public calls read it: JSON in a string. */
const SettingText = z.object({ paramValue: z.string() })

const Index = z.object({
  data: z.object({
    /** Agreements that there are: sign-in pages link to them. */
    agreements: z.array(z.enum(['service', 'privacy'])),
    other_url: z.object({ name: z.string(), url: z.string() }),
    /** The WeChat code among the contacts; null: none is shown. */
    wechat_code: z.nullable(z.object({ picture: z.string(), caption: z.string(), captionEn: z.string() })),
    exclusive_mode: z.array(z.enum(exclusiveModes)),
    rewrite: z.boolean(),
    user_dir: z.string(),
    web_config: SettingText,
  }),
})

const EnumRow = z.object({ code: z.number(), zh: z.string(), en: z.string() })

const readsPublic = { access: 'public', effect: 'read' } as const
const index = {
  summary: 'Get what the console requires before sign-in: enabled modules and the name, images and contacts of the site',
  access: 'public',
  reply: Index,
} as const

/** The name under which a picture of the site is kept. */
const PictureKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'invalid_value'))

export const site = {
  index: endpoint('GET sys_common/index', index),
  indexBelowSys: endpoint('GET sys/common/index', index),
  config: endpoint('GET app/common/web/config', {
    summary: 'Get the name, images, keywords and contacts of the site',
    access: 'public',
    reply: z.object({ data: SettingText }),
  }),
  enums: endpoint('GET sys/common/enums', {
    summary: 'List the numbered states of orders, payments and messages in both languages',
    access: 'public',
    reply: z.object({ data: z.record(z.string(), z.array(EnumRow)) }),
  }),
  notices: endpoint('POST app/common/notice/list', {
    summary: 'List the latest published notices for everyone',
    ...readsPublic,
    reply: z.object({ data: z.object({ list: z.array(z.object({ id: z.number(), title: z.string(), content: z.string(), createtime: Time })) }) }),
  }),
  agreement: endpoint('GET sys_common/agreement', {
    summary: 'Get the agreements accepted at sign-in in both languages, as sanitised HTML',
    access: 'public',
    input: z.object({ kind: z.enum(['service', 'privacy']) }),
    reply: z.object({ data: z.object({ zh: z.string(), en: z.string() }) }),
  }),
  addPicture: endpoint('POST sys/config/site/picture', {
    summary: 'Upload a site logo or icon as the part `image` (PNG, JPEG or WebP). Returns its path.',
    // WeChat's QR code is such an image too.
    access: ['config_site.write', 'config_wechat.write'],
    takes: 'parts',
    input: z.object({ image: z.optional(z.unknown()) }),
    bodyLimitBytes: limits.messageImageBytes,
    reply: z.object({ data: z.object({ path: z.string(), width: z.number(), height: z.number() }) }),
    problems: ['image_missing', 'image_not_allowed', 'image_too_large', 'image_unreadable'],
  }),
  picture: endpoint('GET sys_common/picture/{key}', {
    summary: 'Get an image of the site',
    access: 'public',
    answers: 'file',
    input: z.object({ key: PictureKey }),
    problems: ['image_absent'],
  }),
}

export const auditWords = { 'site.add_picture': { zh: '上传网站图片', en: 'Site image uploaded' } } as const

export const logWords = { site: { zh: '网站', en: 'Site' } } as const

export const terms = [{ zh: '网站', en: 'site', word: 'site', meaning: 'Name, logos, keywords and contacts of the platform, public before sign-in' }] as const
