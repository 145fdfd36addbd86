import { defineMessages } from '../../../../i18n/messages.ts'

export const addressMessages = defineMessages({
  zh: {
    title: '外网地址',
    help: '支付平台把付款结果通知到这个地址',
    fields: { publicUrl: '平台外网地址' },
    publicUrlHelp: '协议、域名和端口，必须能从公网访问；微信支付和支付宝要求 https',
    useThis: (address: string) => `使用当前访问地址 ${address}`,
    addresses: '各支付平台的通知地址',
  },
  en: {
    title: 'Public address',
    help: 'Payment providers send the results of payments to this address',
    fields: { publicUrl: 'Address of the platform' },
    publicUrlHelp: 'Scheme, host and port, reachable from the Internet; WeChat Pay and Alipay ask for https',
    useThis: (address) => `Use the present address ${address}`,
    addresses: 'Where each provider notifies',
  },
})
