import { Suspense } from 'react'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { problemText } from '@nameplane/contract/problem-text'
import type { PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList, type List } from '../../../screen-parts/list/use-list.ts'
import { ptrRecords } from './ptr-record-list.tsx'
import { ptrRecordMessages } from './ptr-record.messages.ts'
import { usePtrRecordActions } from './use-ptr-record-actions.ts'

const Add = lazyPart(() => import('./ptr-record-form.tsx').then((form) => form.AddPtrRecord))
const Edit = lazyPart(() => import('./ptr-record-form.tsx').then((form) => form.EditPtrRecord))
const Generate = lazyPart(() => import('./generate-dialog.tsx').then((dialog) => dialog.GenerateDialog))

const dialogRules = { onPage: ['add', 'generate'] }

/** The PTR records of all reverse segments. */
export function PtrRecordPage() {
  const text = useText(ptrRecordMessages)
  const list = useList(ptrRecords)
  const { opened, editing, open, close } = useDialogs(list, 'ptr_record.write', dialogRules)
  const actions = useListActions(list, 'ptr_record.write', usePtrRecordActions(open))
  return (
    <ListScreen list={list} actions={actions} text={text} options={{ segmentId: useSegmentOptions() }} filters={<OtherFilters list={list} />}>
      <Suspense fallback={null}>
        {opened === 'add' && <Add onClose={close} />}
        {opened === 'generate' && <Generate onClose={close} />}
        {opened === 'edit' && editing && <Edit key={editing.row.id} {...editing} />}
      </Suspense>
    </ListScreen>
  )
}

/** Segments to choose from; those beyond the first page are found by an address. */
function useSegmentOptions() {
  const maySee = useMay('reverse_segment.read')
  const { reply } = useCall(reverseSegment.list, maySee ? { limit: 200 } : null, { freshSeconds: 60 })
  return (reply?.data.list ?? []).map(({ id, cidr }) => ({ value: String(id), label: cidr }))
}

function OtherFilters({ list }: { list: List<PtrRecord> }) {
  const text = useText(ptrRecordMessages)
  const language = useLanguage()
  return (
    <>
      <SearchBox
        label={text.searchAddress}
        value={list.state.filters['address'] ?? ''}
        refusalOf={(typed) => (isIpv4(typed) || isIpv6(typed) ? null : problemText('invalid_ip', language))}
        onSearch={(value) => list.setFilter('address', value)}
      />
      <UserFilter list={list} />
    </>
  )
}
