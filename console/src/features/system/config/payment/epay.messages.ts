import { defineMessages } from '../../../../i18n/messages.ts'

export const epayMessages = defineMessages({
  zh: {
    title: '彩虹易支付',
    help: '通过兼容彩虹易支付接口的网关收款，币种为人民币',
    fields: {
      version: '接口版本',
      serviceUrl: '网关地址',
      pid: '商户 ID',
      way: '支付方式',
      merchantPrivateKey: '商户私钥',
      platformPublicKey: '平台公钥',
      key: '商户密钥',
    },
    versions: { v2: 'V2（RSA 签名，推荐）', v1: 'V1（MD5 签名）' },
    versionWarning: 'V1 的密钥会出现在查询地址中，回答没有签名，且不支持退款。仅当网关不提供 V2 时使用。',
    serviceUrlHelp: '网关的 https 地址，不含 api/pay 或 submit.php',
    ways: { alipay: '支付宝', wxpay: '微信支付', qqpay: 'QQ 钱包', bank: '云闪付', jdpay: '京东支付' },
    wayHelp: '须为网关已开通的方式',
    keyHelp: 'RSA 2048 位或以上，PEM 或网关生成的 Base64 文本；保存后不再显示',
    platformKeyHelp: '在网关的商户后台查看，用于验证通知与回答',
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需另行登记',
  },
  en: {
    title: 'Rainbow EPay',
    help: 'Takes money through a gateway that speaks Rainbow EPay’s interface, in yuan',
    fields: {
      version: 'Interface',
      serviceUrl: 'Gateway URL',
      pid: 'Merchant ID',
      way: 'Way to pay',
      merchantPrivateKey: 'Merchant private key',
      platformPublicKey: 'Platform public key',
      key: 'Merchant key',
    },
    versions: { v2: 'V2 (RSA signatures, recommended)', v1: 'V1 (MD5 signatures)' },
    versionWarning:
      'V1 puts the key into the addresses of questions, its answers are not signed and it cannot refund. Use it only where the gateway has no V2.',
    serviceUrlHelp: 'The gateway’s https address, without api/pay or submit.php',
    ways: { alipay: 'Alipay', wxpay: 'WeChat Pay', qqpay: 'QQ Wallet', bank: 'UnionPay QuickPass', jdpay: 'JD Pay' },
    wayHelp: 'One that the gateway has opened for you',
    keyHelp: 'RSA of 2048 bits or more, PEM or the base64 text of the gateway; not shown again once saved',
    platformKeyHelp: 'Shown in the gateway’s merchant pages; proves notifications and answers',
    notices: 'Notifications',
    noticesHelp: 'Sent with every order; nothing has to be registered',
  },
})
