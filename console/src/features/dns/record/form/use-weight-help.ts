import { record } from '@nameplane/contract/dns/record'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import type { RecordDraft, Tray } from '../tray/tray.ts'
import { recordFormMessages } from './record-form.messages.ts'
import { shareOf, siblingsOf, type Edited } from './weight-share.ts'

/** Where a record stands: what the form needs to know of its domain beside the record itself. */
export type Surroundings = { readonly domainId: number; readonly tray: Tray; readonly edited: Edited }

/** What the weight that is typed comes to beside the other records of the set, as the field's help. */
export function useWeightHelp(draft: RecordDraft, weight: string, { domainId, tray, edited }: Surroundings): string {
  const text = useText(recordFormMessages)
  const format = useFormat()
  const isWeight = /^\d{1,3}$/.test(weight.trim())
  const { reply } = useCall(record.list, isWeight ? { domainId, host: draft.host.trim() || '@', type: draft.type, line: draft.line, limit: 200 } : null, {
    keepsPrevious: true,
  })
  if (!isWeight || !reply) return text.weightHelp
  const siblings = siblingsOf(draft, reply.data.list, tray, edited)
  const share = shareOf({ weight: Number(weight), status: draft.status }, siblings)
  return share === null ? text.weightHelp : text.weightShare(format.number(share, { style: 'percent', maximumFractionDigits: 1 }), siblings.length + 1)
}
