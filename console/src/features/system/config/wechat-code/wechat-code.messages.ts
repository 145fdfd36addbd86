import { defineMessages } from '../../../../i18n/messages.ts'

export const wechatCodeMessages = defineMessages({
  zh: {
    title: '微信二维码',
    help: '上传公众号、企业微信或客服的二维码，显示在每个页面底部的联系方式中',
    fields: { picture: '二维码图片', caption: '说明（中文）', captionEn: '说明（英文）' },
    pictureHelp: '从微信公众平台或微信中下载的二维码',
    captionHelp: '显示在二维码下方，例如“扫码联系客服”',
    captionEnHelp: '界面语言为英文时显示',
  },
  en: {
    title: 'WeChat code',
    help: 'The QR code of an official account, a company or a person, shown among the contacts at the foot of every page',
    fields: { picture: 'Picture of the code', caption: 'Caption (Chinese)', captionEn: 'Caption (English)' },
    pictureHelp: 'As downloaded from the WeChat platform or from WeChat itself',
    captionHelp: 'Stands below the code while the console speaks Chinese',
    captionEnHelp: 'Stands below the code, such as “Scan to reach support”',
  },
})
