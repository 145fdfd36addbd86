import type { Bilingual } from '../field-names.ts'
import type { Right } from '../rights.ts'
import { settingRight, type SettingGroup } from './setting-groups.ts'

export type SettingScreen = {
  readonly path: string
  readonly title: Bilingual
  /** What the tab is called, where that is not the title. */
  readonly tab?: Bilingual
  /** The screen whose entry of the menu it belongs to, as another tab. */
  readonly tabOf?: string
  /** Rights of its buttons beside those of its own group. */
  readonly buttons?: readonly Right[]
  readonly customFlag?: string
  /** Whose rights open the screen and change what is set there, and on no other; or the right of a screen without settings. */
} & ({ readonly group: SettingGroup } | { readonly right: Right })

/**
 * The screens of the system configuration, each said once: routes, tabs, titles, rights and rows of the menu follow from here,
 * and a setting names the one where it is edited. Kept apart from the settings, whose schemas only their own screens need.
 */
export const settingScreens = [
  {
    path: '/system/config/overview',
    right: 'config_overview.read',
    title: { zh: '配置概览', en: 'Overview' },
    buttons: ['config_custom.read', 'config_custom.write', 'config_custom.delete'],
  },
  { path: '/system/config/site/basic', group: 'site', title: { zh: '网站', en: 'Site' }, tab: { zh: '基本信息', en: 'Basics' } },
  {
    path: '/system/config/site/power',
    group: 'site',
    title: { zh: '网站功能', en: 'Site features' },
    tab: { zh: '功能', en: 'Features' },
    tabOf: '/system/config/site/basic',
  },
  {
    path: '/system/config/site/contact',
    group: 'site',
    title: { zh: '网站联系方式', en: 'Site contacts' },
    tab: { zh: '联系方式', en: 'Contacts' },
    tabOf: '/system/config/site/basic',
  },
  {
    path: '/system/config/site/seo',
    group: 'site',
    title: { zh: '网站 SEO', en: 'Site SEO' },
    tab: { zh: 'SEO', en: 'SEO' },
    tabOf: '/system/config/site/basic',
  },
  {
    path: '/system/config/site/agreement',
    group: 'site',
    title: { zh: '网站协议', en: 'Agreements' },
    tab: { zh: '协议', en: 'Agreements' },
    tabOf: '/system/config/site/basic',
  },
  { path: '/system/config/site/dir', group: 'site', title: { zh: '用户目录', en: 'User path' }, tabOf: '/system/config/site/basic' },
  {
    path: '/system/config/payment/wechat',
    group: 'payment',
    title: { zh: '支付', en: 'Payment' },
    tab: { zh: '微信支付', en: 'WeChat Pay' },
    buttons: ['payment.read', 'payment.write'],
  },
  { path: '/system/config/payment/alipay', group: 'payment', title: { zh: '支付宝', en: 'Alipay' }, tabOf: '/system/config/payment/wechat' },
  {
    path: '/system/config/payment/stripe',
    group: 'payment',
    title: { zh: 'Stripe 支付', en: 'Stripe' },
    tab: { zh: 'Stripe', en: 'Stripe' },
    tabOf: '/system/config/payment/wechat',
  },
  {
    path: '/system/config/payment/tokenpay',
    group: 'payment',
    title: { zh: 'TokenPay 支付', en: 'TokenPay' },
    tab: { zh: 'TokenPay', en: 'TokenPay' },
    tabOf: '/system/config/payment/wechat',
  },
  { path: '/system/config/payment/epay', group: 'payment', title: { zh: '彩虹易支付', en: 'Rainbow EPay' }, tabOf: '/system/config/payment/wechat' },
  {
    path: '/system/config/payment/address',
    group: 'payment',
    title: { zh: '平台公网地址', en: 'Public address' },
    tab: { zh: '公网地址', en: 'Public address' },
    tabOf: '/system/config/payment/wechat',
  },
  { path: '/system/config/payment/currency', group: 'payment', title: { zh: '记账币种', en: 'Billing currency' }, tabOf: '/system/config/payment/wechat' },
  {
    path: '/system/config/verification/wechat',
    group: 'verification',
    title: { zh: '实名认证', en: 'Real-name verification' },
    tab: { zh: '微信人脸核身', en: 'WeChat face verification' },
  },
  {
    path: '/system/config/verification/ali',
    group: 'verification',
    title: { zh: '阿里实人认证', en: 'Alibaba face verification' },
    tabOf: '/system/config/verification/wechat',
  },
  { path: '/system/config/email/config', group: 'email', title: { zh: '邮件', en: 'Email' }, tab: { zh: '发送服务器', en: 'Mail server' } },
  {
    path: '/system/config/email/template',
    group: 'email',
    title: { zh: '邮件模板', en: 'Email templates' },
    tab: { zh: '邮件模板', en: 'Templates' },
    tabOf: '/system/config/email/config',
  },
  {
    path: '/system/config/email/letters',
    group: 'email',
    title: { zh: '邮件发送记录', en: 'Email delivery log' },
    tab: { zh: '发送记录', en: 'Delivery log' },
    tabOf: '/system/config/email/config',
  },
  { path: '/system/config/sms', group: 'sms', title: { zh: '短信', en: 'SMS' } },
  { path: '/system/config/wechat-code', group: 'wechat', title: { zh: '微信二维码', en: 'WeChat QR code' }, tab: { zh: '二维码图片', en: 'Image' } },
  {
    path: '/system/config/wechat-code/website',
    group: 'wechat',
    title: { zh: '微信扫码登录：网站应用', en: 'WeChat sign-in: website application' },
    tab: { zh: '网站应用登录', en: 'Website sign-in' },
    tabOf: '/system/config/wechat-code',
  },
  {
    path: '/system/config/wechat-code/account',
    group: 'wechat',
    title: { zh: '微信扫码登录：公众号', en: 'WeChat sign-in: official account' },
    tab: { zh: '公众号登录', en: 'Official account sign-in' },
    tabOf: '/system/config/wechat-code',
  },
  { path: '/system/config/ssl', group: 'ssl', title: { zh: 'SSL 证书', en: 'SSL certificates' } },
  {
    path: '/system/config/login',
    group: 'login',
    title: { zh: '登录与安全', en: 'Sign-in and security' },
    buttons: ['api_token.read', 'api_token.write', 'api_token.delete'],
  },
  {
    path: '/system/config/node',
    group: 'node',
    title: { zh: '节点', en: 'Nodes' },
    buttons: ['node_check.read', 'node_check.write', 'node_check.report', 'node_install.read', 'node_install.write', 'node_install.delete'],
  },
  { path: '/system/config/ns-check', group: 'ns_check', title: { zh: 'NS 检测', en: 'Name server check' } },
  { path: '/system/config/answering', group: 'node', title: { zh: '应答与限速', en: 'Answers and rate limit' } },
  { path: '/system/config/statistics', group: 'statistics', title: { zh: '解析统计', en: 'Query statistics' } },
  { path: '/system/config/plan', group: 'plan', title: { zh: '内置套餐', en: 'Built-in plan' } },
  { path: '/system/config/backup', title: { zh: '备份', en: 'Backups' }, right: 'backup.read' },
  {
    path: '/system/config/backup/settings',
    group: 'backup',
    title: { zh: '备份设置', en: 'Backup settings' },
    tab: { zh: '设置', en: 'Settings' },
    tabOf: '/system/config/backup',
  },
  { path: '/system/config/other-url', group: 'site', title: { zh: 'CDN 客户端', en: 'CDN client' }, customFlag: 'other_url' },
] as const satisfies readonly SettingScreen[]

export type SettingPath = (typeof settingScreens)[number]['path']

const every: readonly SettingScreen[] = settingScreens

/** The screen of a path. */
export const settingScreen = (path: SettingPath): SettingScreen => every.find((screen) => screen.path === path)!

/** The right that opens a screen. */
export const rightOfScreen = (screen: SettingScreen): Right => ('group' in screen ? settingRight(screen.group, 'read') : screen.right)

/** The group of what is set on a screen; what has none is edited by its own. */
export function groupOfScreen(path: SettingPath | null): SettingGroup {
  const screen = path && settingScreen(path)
  return screen && 'group' in screen ? screen.group : 'custom'
}

/** The screens that are tabs of one entry in the menu, the entry's own first; none where it stands alone. */
export function tabsBeside(path: SettingPath): readonly SettingScreen[] {
  const first = settingScreen(path).tabOf ?? path
  const tabs = every.filter((screen) => screen.path === first || screen.tabOf === first)
  return tabs.length > 1 ? tabs : []
}
