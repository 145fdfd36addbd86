import { defineMessages } from '../../../../i18n/messages.ts'

export const wechatMessages = defineMessages({
  zh: {
    help: '商户号收款（APIv3），付款人扫码付款',
    merchant: '商户',
    helps: {
      appId: '与商户号绑定的公众号、小程序或应用的 AppID，以 wx 开头',
      mchId: '微信支付商户平台 → 账户中心 → 商户信息',
      serialNo: '商户平台 → 账户中心 → API 安全 → 商户 API 证书 → 管理证书',
      privateKey: '粘贴 apiclient_key.pem 的全部内容；保存后不再显示',
      apiV3Key: '商户平台 → API 安全 → APIv3 密钥，恰好 32 个字符',
      publicKeyId: '商户平台 → API 安全 → 微信支付公钥，以 PUB_KEY_ID_ 开头',
      publicKey: '粘贴 pub_key.pem 的全部内容',
    },
    choices: { verifyBy: { 'public-key': '微信支付公钥（新商户）', certificates: '平台证书（自动下载）' } },
    answers: '微信支付的签名',
    certificatesHelp: '平台证书用 APIv3 密钥下载并解密，到期前自动更换',
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需在商户平台登记',
    gateways: { 'https://api.mch.weixin.qq.com': '主域名', 'https://api2.mch.weixin.qq.com': '备用域名' },
  },
  en: {
    help: 'WeChat Pay merchant (API v3). Customers scan a QR code to pay.',
    merchant: 'Merchant',
    helps: {
      appId: 'App ID of the official account, mini program or app linked to the merchant. Starts with wx',
      mchId: 'Merchant platform → Account centre → Merchant information',
      serialNo: 'Merchant platform → Account centre → API security → API certificate',
      privateKey: 'Full content of apiclient_key.pem. Not shown again once saved.',
      apiV3Key: 'Merchant platform → API security → API v3 key, exactly 32 characters',
      publicKeyId: 'Merchant platform → API security → WeChat Pay public key. Starts with PUB_KEY_ID_',
      publicKey: 'Full content of pub_key.pem',
    },
    choices: { verifyBy: { 'public-key': 'WeChat Pay public key (new merchants)', certificates: 'Platform certificates (downloaded automatically)' } },
    answers: 'WeChat Pay signatures',
    certificatesHelp: 'Downloaded and decrypted with the API v3 key, and replaced before they expire',
    notices: 'Notifications',
    noticesHelp: 'Sent with every order. No registration is needed.',
    gateways: { 'https://api.mch.weixin.qq.com': 'main host', 'https://api2.mch.weixin.qq.com': 'backup host' },
  },
})
