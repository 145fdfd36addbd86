import { Suspense, useMemo } from 'react'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { problemText } from '@nameplane/contract/problem-text'
import { ptrRecord, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { noticeSuccess } from '../../../api/notices.ts'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList, type List } from '../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { recordCalls } from './ptr-record-form.tsx'
import { ptrRecords } from './ptr-record-list.tsx'
import { ptrRecordMessages } from './ptr-record.messages.ts'

const Add = lazyPart(() => import('./ptr-record-form.tsx').then((form) => form.AddPtrRecord))
const Edit = lazyPart(() => import('./ptr-record-form.tsx').then((form) => form.EditPtrRecord))
const Generate = lazyPart(() => import('./generate-dialog.tsx').then((dialog) => dialog.GenerateDialog))

const dialogRules = { onPage: ['add', 'generate'] }

/** The PTR records of all reverse segments. */
export function PtrRecordPage() {
  const text = useText(ptrRecordMessages)
  const list = useList(ptrRecords)
  const { opened, editing, open, close } = useDialogs(list, 'ptr_record.write', dialogRules)
  const actions = useListActions(list, 'ptr_record.write', useRecordActions(open))
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

function useRecordActions(open: (dialog: string, row?: PtrRecord) => void): readonly ListAction<PtrRecord>[] {
  const text = useText(ptrRecordMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const check = useChange(ptrRecord.check, { invalidates: [ptrRecord.list], success: null }).run
  const remove = useChange(ptrRecord.delete, { invalidates: recordCalls, success: 'deleted' }).run
  return useMemo(
    (): ListAction<PtrRecord>[] => [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'generate', label: text.generate, on: 'page', run: () => open('generate') },
      { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([row]) => open('edit', row) },
      {
        key: 'check',
        label: text.check,
        on: 'rows',
        run: async (rows) => {
          const outcome = await check({ ids: rows.map(({ id }) => id) })
          if (outcome.isDone) {
            const { confirmed, different, missing, unknown } = outcome.reply.data
            noticeSuccess(text.checked(confirmed, different + missing + unknown))
          }
          return outcome
        },
      },
      {
        key: 'zone',
        label: text.zone,
        on: 'row',
        right: 'record.read',
        run: ([row]) => go(recordsPath({ domain: row!.domain, id: row!.domainId, userId: row!.userId })),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'ptr_record.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
      },
    ],
    [text, words, go, open, check, remove],
  )
}
