import { defineMessages } from '../../../../i18n/messages.ts'

export const tokenPayMessages = defineMessages({
  zh: {
    title: 'TokenPay',
    help: '通过自建的 TokenPay 服务收取加密货币；不支持原路退款',
    fields: { serviceUrl: '服务地址', token: 'API 令牌', digest: '签名方式', coin: '收款币种', currency: '法币币种' },
    serviceUrlHelp: 'TokenPay 对外的 https 地址',
    tokenHelp: '与 TokenPay 配置中的 ApiToken 一致',
    digests: { 'hmac-sha256': 'HMAC-SHA256（推荐）', md5: 'MD5（仅限旧版本）' },
    digestHelp: '与 TokenPay 配置中的 Signature:UseHmacSha256 一致；只接受选定的一种',
    coinHelp: 'TokenPay 使用的名称，例如 USDT_TRC20、TRX、EVM_BSC_USDT_BEP20',
    currencyHelp: '与 TokenPay 配置中的 BaseCurrency 一致，且须与记账币种相同；平台不做换算',
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需另行登记',
  },
  en: {
    title: 'TokenPay',
    help: 'Takes crypto coins through a TokenPay service of your own; it cannot send money back',
    fields: { serviceUrl: 'Service URL', token: 'API token', digest: 'Signature', coin: 'Coin', currency: 'Currency' },
    serviceUrlHelp: 'The https address where your TokenPay answers',
    tokenHelp: 'The ApiToken of TokenPay’s own configuration',
    digests: { 'hmac-sha256': 'HMAC-SHA256 (recommended)', md5: 'MD5 (older versions only)' },
    digestHelp: 'As Signature:UseHmacSha256 of TokenPay’s configuration says; only this one is accepted',
    coinHelp: 'As TokenPay names it: USDT_TRC20, TRX, EVM_BSC_USDT_BEP20 …',
    currencyHelp: 'The BaseCurrency of TokenPay’s configuration, and the currency of the books: nothing is converted here',
    notices: 'Notifications',
    noticesHelp: 'Sent with every order; nothing has to be registered',
  },
})
