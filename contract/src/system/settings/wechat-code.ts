import * as z from 'zod/mini'
import { declareSetting } from '../setting-declaration.ts'
import { SitePicture } from './site.ts'

const text = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length)), '')

/** The QR code by which the site is reached in WeChat, with a word under it in each language. */
export const WechatCode = z.object({
  picture: SitePicture.check(z.refine((path: string) => path !== '', { error: 'required' })),
  caption: text(40),
  captionEn: text(60),
})
export type WechatCode = z.output<typeof WechatCode>

export const wechatCode = declareSetting('WECHAT_CODE', {
  class: 'wechat',
  value: WechatCode,
  names: {
    picture: { zh: '二维码图片', en: 'QR code image' },
    caption: { zh: '说明（中文）', en: 'Caption (Chinese)' },
    captionEn: { zh: '说明（英文）', en: 'Caption (English)' },
  },
  screen: '/system/config/wechat-code',
  startsOff: true,
  readBy: 'sys_common/index and every page of the console, which shows the QR code in the footer',
})
