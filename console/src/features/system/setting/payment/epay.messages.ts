import { defineMessages } from '../../../../i18n/messages.ts'

export const epayMessages = defineMessages({
  zh: {
    help: '通过兼容彩虹易支付接口的网关收款，币种为人民币',
    helps: {
      serviceUrl: '网关的 https 地址，不含 api/pay 或 submit.php',
      way: '须为网关已开通的方式',
      merchantPrivateKey: 'RSA 2048 位或以上，PEM 或网关生成的 Base64 文本；保存后不再显示',
      platformPublicKey: '在网关的商户后台查看，用于校验通知与响应的签名',
    },
    choices: {
      version: { v2: 'V2（RSA 签名，推荐）', v1: 'V1（MD5 签名）' },
      way: { alipay: '支付宝', wxpay: '微信支付', qqpay: 'QQ 钱包', bank: '云闪付', jdpay: '京东支付' },
    },
    versionWarning: 'V1 的密钥会出现在查询地址中，响应没有签名，且不支持退款。仅当网关不提供 V2 时使用。',
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需另行登记',
  },
  en: {
    help: 'Accepts CNY through a gateway compatible with Rainbow EPay',
    helps: {
      serviceUrl: 'HTTPS address of the gateway, without api/pay or submit.php',
      way: 'Must be a method enabled by the gateway',
      merchantPrivateKey: 'RSA with 2,048 bits or more, as PEM or the Base64 text from the gateway. Not shown again once saved.',
      platformPublicKey: 'Shown in the merchant console of the gateway. Verifies notifications and responses.',
    },
    choices: {
      version: { v2: 'V2 (RSA signatures, recommended)', v1: 'V1 (MD5 signatures)' },
      way: { alipay: 'Alipay', wxpay: 'WeChat Pay', qqpay: 'QQ Wallet', bank: 'UnionPay QuickPass', jdpay: 'JD Pay' },
    },
    versionWarning: 'V1 sends the key in query URLs, its responses are not signed, and it does not support refunds. Use it only if the gateway has no V2.',
    notices: 'Notifications',
    noticesHelp: 'Sent with every order. No registration is needed.',
  },
})
