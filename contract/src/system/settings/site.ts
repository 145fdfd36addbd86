import * as z from 'zod/mini'
import { asCode, asLines } from '../../fields.ts'
import { isEmail } from '../../rules.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../setting-problems.ts'

const text = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length)), '')
/** A picture of this site: the path of one that it serves itself, or empty. */
export const SitePicture = z._default(
  z.string().check(
    z.maxLength(300),
    z.regex(/^(\/[A-Za-z0-9._/-]*)?$/, 'invalid_value'),
    z.refine((path: string) => !path.startsWith('//'), { error: 'invalid_value' }),
  ),
  '',
)
const Email = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(254),
    z.refine((email: string) => email === '' || isEmail(email), { error: 'invalid_email' }),
  ),
  '',
)

/** What the server itself answers below its root. */
const takenDirs = ['api', 'antsxdp', 'assets', 'healthz']

/** What the site says of itself (spec point 3). Empty members say nothing: the console then shows its own name and mark. */
export const SiteSettings = z.object({
  basic: z.prefault(
    z.object({
      favicon: SitePicture,
      logoImgLight: SitePicture,
      logoImgDark: SitePicture,
      webName: text(60),
      icp: text(100),
      isp: text(100),
      lang: z._default(z.enum(['', 'cn', 'en']), ''),
    }),
    {},
  ),
  seo: z.prefault(z.object({ title: text(120), keywords: text(300), description: asLines(text(500)) }), {}),
  contact: z.prefault(z.object({ mobile: text(40), email: Email, qq: text(20), company: text(120), telegram: text(64), skype: text(64) }), {}),
  /** The path below which the users' own site stands. */
  userDir: asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(64),
        z.regex(/^([A-Za-z0-9][A-Za-z0-9_-]*)?$/, 'invalid_user_dir'),
        z.refine((dir: string) => !takenDirs.includes(dir.toLowerCase()), { error: 'user_dir_taken' }),
      ),
      '',
    ),
  ),
})
export type SiteSettings = z.infer<typeof SiteSettings>

export const siteSettings = declareSetting('WEB_CONFIG', {
  class: 'site',
  remark: { zh: '网站设置', en: 'Site' },
  value: SiteSettings,
  names: {
    'basic.webName': { zh: '网站名称', en: 'Site name' },
    'basic.favicon': { zh: '网站图标', en: 'Icon' },
    'basic.logoImgLight': { zh: '浅色背景标志', en: 'Logo for light backgrounds' },
    'basic.logoImgDark': { zh: '深色背景标志', en: 'Logo for dark backgrounds' },
    'basic.icp': { zh: 'ICP 备案号', en: 'ICP filing number' },
    'basic.isp': { zh: '增值电信业务许可证号', en: 'Telecom service licence number' },
    'basic.lang': { zh: '默认语言', en: 'Default language' },
    'seo.title': { zh: '页面标题', en: 'Page title' },
    'seo.keywords': { zh: '关键词', en: 'Keywords' },
    'seo.description': { zh: '描述', en: 'Description' },
    'contact.mobile': { zh: '联系电话', en: 'Phone' },
    'contact.email': { zh: '联系邮箱', en: 'Email' },
    'contact.qq': { zh: 'QQ', en: 'QQ' },
    'contact.company': { zh: '公司名称', en: 'Company' },
    'contact.telegram': { zh: 'Telegram', en: 'Telegram' },
    'contact.skype': { zh: 'Skype', en: 'Skype' },
    userDir: { zh: '用户目录', en: 'User path' },
  },
  screen: '/system/config/site/basic',
  readBy: 'sys_common/index, every page of the console (name, logos, icon, title, footer), the path under which users open it, and emails',
})
