import { rights, type Right } from './rights.ts'

/** What may hide a row of the menu beside its right: a part of the product that is not bought, or a counter of its own. */
export const menuFeatures = ['dm', 'am', 'rs', 'a-monitor'] as const
export type MenuFeature = (typeof menuFeatures)[number]

/** Deployment modes (spec point 6); empty is none of them. */
export const deploymentModes = ['176', '179', 'tw'] as const

/** Parts of the product that the exclusive mode list turns on: dispatch, monitor, recursion (spec point 4). */
export const exclusiveModes = ['dm', 'am', 'rs'] as const
export type ExclusiveMode = (typeof exclusiveModes)[number]

/** Signs that a row of the menu may carry instead of its own; the console knows how each is drawn. */
export const menuIcons = [
  'house',
  'globe',
  'drives',
  'users',
  'key',
  'envelope',
  'scroll',
  'chart',
  'gear',
  'link',
  'certificate',
  'money',
  'list',
  'bell',
  'shield',
  'map',
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** A screen as the menu begins with it. */
export type MenuSeed = {
  readonly path: string
  /** Null: every signed-in caller. */
  readonly right: Right | null
  /** Rights of the page's buttons beside those of its own noun. */
  readonly buttons?: readonly Right[]
  readonly hidden?: true
  readonly feature?: MenuFeature
  readonly customFlag?: string
  readonly modes?: readonly string[]
}

/**
 * The screens that exist, each with the right that shows it, in the order of the menu. At every start rows are made of
 * those that are new; administrators may rename, move and hide them. Hiding a screen protects nothing; every endpoint
 * checks its own right.
 */
export const menu: readonly MenuSeed[] = [
  { path: '/home/dashboard', right: 'dashboard.read', buttons: ['platform.read', 'platform.update'] },
  { path: '/home/auth', right: 'licence.read' },
  { path: '/dns/serve/group', right: 'service_group.read', buttons: ['node.read'] },
  { path: '/dns/domain/list', right: 'domain.read' },
  { path: '/dns/domain/list/admin/{domain}/{id}/{userId}/record', right: 'record.read', buttons: ['line.read'], hidden: true },
  { path: '/dns/log/users/0', right: 'log.read' },
  { path: '/dns/log/admin/0', right: 'log.read' },
  { path: '/account/users/users', right: 'user.read', buttons: ['user.impersonate'] },
  { path: '/account/users/verifications', right: 'verification.read', hidden: true },
  { path: '/account/users/admins', right: 'admin.read', buttons: ['session.read', 'session.write'] },
  { path: '/account/users/reset-password', right: null },
  { path: '/account/power/roles', right: 'role.read' },
  { path: '/account/power/menus', right: 'menu.read' },
  { path: '/account/message/list', right: 'message.read' },
  { path: '/system/config/overview', right: 'config.read' },
  { path: '/system/config/site/basic', right: 'config.read' },
  { path: '/system/config/site/power', right: 'config.read', hidden: true },
  { path: '/system/config/site/contact', right: 'config.read', hidden: true },
  { path: '/system/config/site/seo', right: 'config.read', hidden: true },
  { path: '/system/config/site/agreement', right: 'config.read', hidden: true },
  { path: '/system/config/site/dir', right: 'config.read', hidden: true },
  { path: '/system/config/payment/wechat', right: 'config.read', buttons: ['payment.read', 'payment.write'] },
  { path: '/system/config/payment/alipay', right: 'config.read', hidden: true },
  { path: '/system/config/payment/address', right: 'config.read', hidden: true },
  { path: '/system/config/payment/currency', right: 'config.read', hidden: true },
  { path: '/system/config/payment/stripe', right: 'config.read', hidden: true },
  { path: '/system/config/payment/tokenpay', right: 'config.read', hidden: true },
  { path: '/system/config/payment/epay', right: 'config.read', hidden: true },
  { path: '/system/config/verification/wechat', right: 'config.read' },
  { path: '/system/config/verification/ali', right: 'config.read', hidden: true },
  { path: '/system/config/email/config', right: 'config.read' },
  { path: '/system/config/email/template', right: 'config.read', hidden: true },
  { path: '/system/config/email/letters', right: 'config.read', hidden: true },
  { path: '/system/config/sms', right: 'config.read' },
  { path: '/system/config/wechat-code', right: 'config.read' },
  { path: '/system/config/wechat-code/website', right: 'config.read', hidden: true },
  { path: '/system/config/wechat-code/account', right: 'config.read', hidden: true },
  { path: '/system/config/ssl', right: 'config.read' },
  { path: '/system/config/login', right: 'config.read', buttons: ['api_token.read', 'api_token.write'] },
  {
    path: '/system/config/node',
    right: 'config.read',
    buttons: ['node_check.read', 'node_check.write', 'node_check.report', 'node_install.read', 'node_install.write'],
  },
  { path: '/system/config/ns-check', right: 'config.read' },
  { path: '/system/config/backup', right: 'backup.read' },
  { path: '/system/config/backup/settings', right: 'config.read', hidden: true },
  { path: '/system/config/other-url', right: 'config.read', customFlag: 'other_url' },
  { path: '/system/schedule/list', right: 'schedule.read' },
  { path: '/system/schedule/log', right: 'schedule.read' },
]

function nounOf(right: Right): string {
  return right.slice(0, right.indexOf('.'))
}

/** The rights that stand below a page as its buttons: the others of its noun, and those it names. */
export function buttonsOf(page: MenuSeed): Right[] {
  const ofNoun = page.right === null ? [] : rights.filter((right) => right !== page.right && nounOf(right) === nounOf(page.right!))
  return [...new Set([...ofNoun, ...(page.buttons ?? [])])]
}

/** The directories that a page stands in: its section, and the group within it. */
export function directoriesOf(path: string): [section: string, group: string] {
  const [first = '', second = ''] = path.split('/').slice(1)
  return [`/${first}`, `/${first}/${second}`]
}
