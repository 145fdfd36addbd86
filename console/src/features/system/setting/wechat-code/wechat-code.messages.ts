import { defineMessages } from '../../../../i18n/messages.ts'

export const wechatCodeMessages = defineMessages({
  zh: {
    help: '上传公众号、企业微信或客服的二维码，显示在每个页面底部的联系方式中',
    helps: { picture: '从微信公众平台或微信中下载的二维码', caption: '显示在二维码下方，例如“扫码联系客服”', captionEn: '界面语言为英文时显示' },
  },
  en: {
    help: 'QR code of an official account, WeCom or support contact, shown in the footer of every page',
    helps: {
      picture: 'Downloaded from WeChat or the WeChat public platform',
      caption: 'Shown below the QR code in Chinese',
      captionEn: 'Shown below the QR code in English. For example, “Scan to contact support”',
    },
  },
})
