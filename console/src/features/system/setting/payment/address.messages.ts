import { defineMessages } from '../../../../i18n/messages.ts'

export const addressMessages = defineMessages({
  zh: {
    help: '支付渠道将付款结果通知到此地址，注册邮件中的链接也指向此地址',
    helps: { publicUrl: '协议、域名和端口，必须能从公网访问；微信支付和支付宝要求 https' },
    useThis: (address: string) => `使用当前访问地址 ${address}`,
    addresses: '各支付渠道的通知地址',
  },
  en: {
    help: 'Payment providers send payment results to this address. Links in registration emails lead to it too.',
    helps: { publicUrl: 'Scheme, host and port, reachable from the internet. WeChat Pay and Alipay require https.' },
    useThis: (address) => `Use current address ${address}`,
    addresses: 'Notification URLs of the providers',
  },
})
