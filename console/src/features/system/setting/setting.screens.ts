import type { ComponentType } from 'react'
import { rightOfScreen, settingScreens as declared, type SettingPath, type SettingScreen } from '@nameplane/contract/system/setting-screens'
import { defineScreens, type Screen } from '../../../routing/screen.ts'

const pages: Readonly<Record<SettingPath, () => Promise<ComponentType>>> = {
  '/system/config/overview': () => import('./overview-page.tsx').then((page) => page.OverviewPage),
  '/system/config/site/basic': () => import('./site/site-basic-page.tsx').then((page) => page.SiteBasicPage),
  '/system/config/site/power': () => import('./site/site-power-page.tsx').then((page) => page.SitePowerPage),
  '/system/config/site/contact': () => import('./site/site-contact-page.tsx').then((page) => page.SiteContactPage),
  '/system/config/site/seo': () => import('./site/site-seo-page.tsx').then((page) => page.SiteSeoPage),
  '/system/config/site/agreement': () => import('./site/site-agreement-page.tsx').then((page) => page.SiteAgreementPage),
  '/system/config/site/dir': () => import('./site/site-dir-page.tsx').then((page) => page.SiteDirPage),
  '/system/config/payment/wechat': () => import('./payment/wechat-page.tsx').then((page) => page.WechatPayPage),
  '/system/config/payment/alipay': () => import('./payment/alipay-page.tsx').then((page) => page.AlipayPage),
  '/system/config/payment/address': () => import('./payment/address-page.tsx').then((page) => page.PlatformAddressPage),
  '/system/config/payment/currency': () => import('./payment/currency-page.tsx').then((page) => page.CurrencyPage),
  '/system/config/payment/stripe': () => import('./payment/stripe-page.tsx').then((page) => page.StripePage),
  '/system/config/payment/tokenpay': () => import('./payment/tokenpay-page.tsx').then((page) => page.TokenPayPage),
  '/system/config/payment/epay': () => import('./payment/epay-page.tsx').then((page) => page.EpayPage),
  '/system/config/verification/wechat': () => import('./verification/wechat-page.tsx').then((page) => page.WechatFacePage),
  '/system/config/verification/ali': () => import('./verification/ali-page.tsx').then((page) => page.AliFacePage),
  '/system/config/email/config': () => import('./email/email-server-page.tsx').then((page) => page.EmailServerPage),
  '/system/config/email/template': () => import('./email/template-page.tsx').then((page) => page.TemplatePage),
  '/system/config/email/letters': () => import('./email/emails-page.tsx').then((page) => page.EmailsPage),
  '/system/config/sms': () => import('./sms/sms-page.tsx').then((page) => page.SmsPage),
  '/system/config/wechat-code': () => import('./wechat-code/wechat-code-page.tsx').then((page) => page.WechatCodePage),
  '/system/config/wechat-code/website': () => import('./wechat-code/wechat-website-page.tsx').then((page) => page.WechatWebsitePage),
  '/system/config/wechat-code/account': () => import('./wechat-code/wechat-account-page.tsx').then((page) => page.WechatAccountPage),
  '/system/config/ssl': () => import('./ssl/ssl-page.tsx').then((page) => page.SslPage),
  '/system/config/login': () => import('./login/login-page.tsx').then((page) => page.LoginSettingsPage),
  '/system/config/node': () => import('./node/node-page.tsx').then((page) => page.NodePage),
  '/system/config/plan': () => import('./plan-page.tsx').then((page) => page.PlanSettingPage),
  '/system/config/statistics': () => import('./statistics-page.tsx').then((page) => page.StatisticsPage),
  '/system/config/answering': () => import('./answering-page.tsx').then((page) => page.AnsweringPage),
  '/system/config/ns-check': () => import('./ns-check-page.tsx').then((page) => page.NsCheckPage),
  '/system/config/backup': () => import('./backup/backup-page.tsx').then((page) => page.BackupPage),
  '/system/config/backup/settings': () => import('./backup/backup-settings-page.tsx').then((page) => page.BackupSettingsPage),
  '/system/config/other-url': () => import('./other-url-page.tsx').then((page) => page.OtherUrlPage),
}

/** Title, right and place come from the contract. */
export const settingScreens = defineScreens(
  declared.map((screen): Screen => {
    const { title, tabOf }: SettingScreen = screen
    const finds = () => import('./setting-finds.ts').then(({ settingFinds }) => settingFinds[screen.path] ?? [])
    return { path: screen.path, title, right: rightOfScreen(screen), load: pages[screen.path], finds, ...(tabOf === undefined ? {} : { hidden: true, tabOf }) }
  }),
)
