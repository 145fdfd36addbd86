import { defineMessages } from '../../../../i18n/messages.ts'

export const alipayMessages = defineMessages({
  zh: {
    help: '支付宝开放平台应用，签名方式为 RSA2',
    app: '应用',
    helps: {
      appId: '开放平台 → 控制台 → 应用详情',
      sellerId: '2088 开头的 16 位数字。付给其他收款账号的款项不会入账。',
      privateKey: '密钥工具生成的应用私钥，PKCS#1 或 PKCS#8 均可；保存后不再显示',
      product: '须为应用已签约的产品',
      alipayPublicKey: '上传应用公钥后由开放平台显示的支付宝公钥，不是应用公钥',
      appCertificate: 'appCertPublicKey_*.crt 的全部内容',
      alipayCertificate: 'alipayCertPublicKey_RSA2.crt 的全部内容',
      alipayRootCertificate: 'alipayRootCert.crt 的全部内容',
    },
    choices: { product: { page: '电脑网站支付（跳转支付宝页面）', qr: '当面付（扫码）' }, keyMode: { 'public-key': '密钥', certificates: '证书' } },
    keys: '支付宝的签名',
    notices: '通知',
    noticesHelp: '每笔订单都会带上这个地址，无需在开放平台登记',
    gateways: { production: '正式环境', sandbox: '沙箱' },
  },
  en: {
    help: 'An application of the Alipay open platform with RSA2 signatures',
    app: 'Application',
    helps: {
      appId: 'Open platform → Console → Application details',
      sellerId: '16 digits starting with 2088. Payments to other sellers are not credited.',
      privateKey: 'Private key from the key tool, PKCS #1 or PKCS #8. Not shown again once saved.',
      product: 'Must be a product that the application has signed up for',
      alipayPublicKey: 'Shown on the open platform once you upload the application public key. Not the application public key itself.',
      appCertificate: 'Full content of appCertPublicKey_*.crt',
      alipayCertificate: 'Full content of alipayCertPublicKey_RSA2.crt',
      alipayRootCertificate: 'Full content of alipayRootCert.crt',
    },
    choices: {
      product: { page: 'Web page payment (redirects to Alipay)', qr: 'Face-to-face payment (QR code)' },
      keyMode: { 'public-key': 'Public key', certificates: 'Certificates' },
    },
    keys: 'Alipay signatures',
    notices: 'Notifications',
    noticesHelp: 'Sent with every order. No registration is needed.',
    gateways: { production: 'production', sandbox: 'sandbox' },
  },
})
