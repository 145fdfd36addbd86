import { defineMessages } from '../../../../i18n/messages.ts'

export const tokenPayMessages = defineMessages({
  zh: {
    help: '通过自建的 TokenPay 服务收取加密货币；不支持原路退款',
    helps: {
      serviceUrl: 'TokenPay 对外的 https 地址',
      token: '与 TokenPay 配置中的 ApiToken 一致',
      digest: '与 TokenPay 配置中的 Signature:UseHmacSha256 一致；只接受选定的一种',
      coin: 'TokenPay 使用的名称，例如 USDT_TRC20、TRX、EVM_BSC_USDT_BEP20',
      currency: '与 TokenPay 配置中的 BaseCurrency 一致，且须与记账币种相同；平台不做换算',
    },
    choices: { digest: { 'hmac-sha256': 'HMAC-SHA256（推荐）', md5: 'MD5（仅限旧版本）' } },
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需另行登记',
  },
  en: {
    help: 'Accepts crypto through your own TokenPay server. No refunds.',
    helps: {
      serviceUrl: 'Public HTTPS address of TokenPay',
      token: 'Same as ApiToken in the TokenPay configuration',
      digest: 'Same as Signature:UseHmacSha256 in the TokenPay configuration. Only this method is accepted.',
      coin: 'Name used by TokenPay. For example, USDT_TRC20, TRX or EVM_BSC_USDT_BEP20',
      currency: 'Same as BaseCurrency in the TokenPay configuration and as the billing currency. The platform does not convert.',
    },
    choices: { digest: { 'hmac-sha256': 'HMAC-SHA256 (recommended)', md5: 'MD5 (older versions only)' } },
    notices: 'Notifications',
    noticesHelp: 'Sent with every order. No registration is needed.',
  },
})
