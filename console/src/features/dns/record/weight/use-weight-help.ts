import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { recordFormMessages } from '../form/record-form.messages.ts'
import { recordMessages } from '../record.messages.ts'
import { emptyTray, withKept, type Edited, type RecordDraft, type Tray } from '../tray/tray.ts'
import { useSetWeights } from './use-set-weights.ts'
import { setKeyOf, shareOf, touching, type SetWeights } from './weight-share.ts'

/** Where a record stands: what the form needs to know of its domain beside the record itself. */
export type Surroundings = { readonly domainId: number; readonly tray: Tray; readonly edited: Edited }

const nothingListed: ReadonlyMap<string, SetWeights> = new Map()

/** What the weight that is typed comes to beside the other records of the set, as the field's help. */
export function useWeightHelp(typed: RecordDraft, weight: string, { domainId, tray, edited }: Surroundings): string {
  const text = useText(recordFormMessages)
  const words = useText(recordMessages)
  const format = useFormat()
  const isWeight = /^\d{1,3}$/.test(weight.trim())
  const draft = { ...typed, weight: isWeight ? Number(weight) : null }
  const key = setKeyOf(draft)
  const set = useSetWeights(domainId, nothingListed, isWeight ? touching(withKept(tray, edited, draft, 'typed'), key) : emptyTray).get(key)
  const share = set && shareOf(draft, set)
  if (!set || share === null || share === undefined) return text.weightHelp
  return words.weightShare(format.number(share, { style: 'percent', maximumFractionDigits: 1 }), set.served)
}
