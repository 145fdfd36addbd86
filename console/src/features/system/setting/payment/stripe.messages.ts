import { defineMessages } from '../../../../i18n/messages.ts'

export const stripeMessages = defineMessages({
  zh: {
    help: '付款人在 Stripe 的页面上付款，银行卡信息不经过平台',
    helps: {
      secretKey: '建议使用受限密钥（rk_ 开头）：Checkout Sessions 与 Refunds 可写，Payment Intents 与 Charges 可读',
      publishableKey: '选填，用于核对与密钥属于同一环境（测试或正式）',
      currency: '收款使用的币种，须与记账币种相同；平台不做换算',
      webhookSecret: '端点创建后由 Stripe 给出，以 whsec_ 开头',
      previousWebhookSecret: '仅在更换签名密钥期间填写，两个密钥的签名都会被接受',
    },
    webhook: 'Webhook',
    events: '要订阅的事件',
    eventsHelp: '在 Stripe 控制台新建 Webhook 端点时填写上面的地址与事件',
    trial: '支付测试',
  },
  en: {
    help: 'Customers pay on the Stripe page. Card details never reach this platform.',
    helps: {
      secretKey: 'A restricted key (rk_…) is enough: Checkout Sessions and Refunds write, Payment Intents and Charges read',
      publishableKey: 'Optional. Must be of the same mode (test or live) as the secret key.',
      currency: 'Must be the billing currency. The platform does not convert.',
      webhookSecret: 'Shown by Stripe once the endpoint is created. Starts with whsec_',
      previousWebhookSecret: 'Only while you replace the signing secret. Signatures of both are accepted.',
    },
    webhook: 'Webhook',
    events: 'Events to send',
    eventsHelp: 'Enter this address and these events when you add a webhook endpoint in the Stripe dashboard',
    trial: 'Test payment',
  },
})
