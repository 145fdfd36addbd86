import type { Right } from '@nameplane/contract/right'
import { fillPath, type Screen } from '../../routing/screen.ts'
import type { Bilingual } from '../../i18n/messages.ts'

type Page = { readonly title: Bilingual; /** The right that shows it. */ readonly right: Right }

/** The pages of one domain by the last part of their address (spec point 2), in the order of their tabs. A new one is an entry here and the screen that loads it. */
export const domainPages = {
  record: { title: { zh: '解析记录', en: 'Records' }, right: 'record.read' },
  line: { title: { zh: '自定义线路', en: 'Custom lines' }, right: 'custom_line.read' },
  dynamic: { title: { zh: '动态更新', en: 'Dynamic update' }, right: 'dynamic_host.read' },
  update: { title: { zh: '更新密钥', en: 'Update keys' }, right: 'update_key.read' },
  setting: { title: { zh: '域名设置', en: 'Settings' }, right: 'domain.read' },
  primary: { title: { zh: '主服务器', en: 'Primaries' }, right: 'primary.read' },
  plan: { title: { zh: '套餐', en: 'Plan' }, right: 'domain.read' },
  health: { title: { zh: '健康检查', en: 'Health' }, right: 'record.read' },
  qps: { title: { zh: '解析统计', en: 'Query statistics' }, right: 'domain.read' },
  orign: { title: { zh: '来源地域', en: 'Query sources' }, right: 'domain.read' },
  'log-request': { title: { zh: '请求日志', en: 'Request log' }, right: 'domain.read' },
  'log-error': { title: { zh: '异常日志', en: 'Error log' }, right: 'domain.read' },
} as const satisfies Readonly<Record<string, Page>>

export type DomainPageName = keyof typeof domainPages

const list = '/dns/domain/list'
const screenPath = (page: DomainPageName): string => `${list}/admin/{domain}/{id}/{userId}/${page}`

/** A page's row in a table of screens: `{ ...domainScreen('record'), load: … }`. */
export function domainScreen(page: DomainPageName): Omit<Screen, 'load'> {
  return { path: screenPath(page), ...domainPages[page], hidden: true, backLink: list }
}

/** The address of a page of a domain. */
export function domainPath(page: DomainPageName, { domain, id, userId }: { domain: string; id: number; userId: number }): string {
  return fillPath(screenPath(page), { domain, id, userId })
}
