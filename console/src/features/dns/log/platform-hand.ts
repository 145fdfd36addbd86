import type { Bilingual } from '@nameplane/contract/field-names'
import { actorName } from '../../../i18n/actor-name.ts'
import type { Language } from '../../../i18n/language.ts'

/** What acts for the platform without anybody's order, as the server names it. */
export const platformHands: Readonly<Record<string, Bilingual>> = {
  alias: { zh: 'CNAME 加速', en: 'CNAME acceleration' },
  change_set: { zh: '批量操作', en: 'Bulk operations' },
  domain_claim: { zh: '域名找回', en: 'Domain retrieval' },
  health_check: { zh: '健康检查', en: 'Health checks' },
  nameserver_check: { zh: 'NS 检测', en: 'Name server checks' },
  payment: { zh: '支付', en: 'Payments' },
  retention: { zh: '保留期', en: 'Retention' },
  reverse_segment: { zh: '反向解析', en: 'Reverse DNS' },
  schedule: { zh: '计划任务', en: 'Scheduled jobs' },
  seed: { zh: '示例数据', en: 'Sample data' },
  start: { zh: '平台启动', en: 'Platform start' },
  transfer: { zh: '区域传送', en: 'Zone transfers' },
  vanity_nameserver: { zh: '自定义 NS', en: 'Vanity name servers' },
  verification: { zh: '实名认证', en: 'Real-name verification' },
  watch: { zh: '执行后观察', en: 'Watches' },
}

/** Who did something, by name and kind. An account may be called as something of the platform is. */
export function nameOfActor(name: string, kind: string, language: Language): string {
  // Of payments the name says through whom.
  const hand = kind === 'platform' ? platformHands[name.split(' ', 1)[0]!] : undefined
  return hand?.[language] ?? actorName(name, language)
}
