import type { RecordTemplateDetail } from '@nameplane/contract/dns/record-template'
import { withDomainPlaceholder } from '@nameplane/contract/dns/record-template-text'
import type { RecordDraft } from '../tray/tray.ts'

export type TemplateRecord = RecordTemplateDetail['records'][number]

/** Records of a domain as a template begins with them: paused ones too are served where the template is used. */
export function templateRecordsOf(drafts: readonly RecordDraft[], domain: string): TemplateRecord[] {
  return drafts.map(({ host, type, line, value, ttl, weight, remark }) => withDomainPlaceholder({ host, type, line, value, ttl, weight, remark }, domain))
}
