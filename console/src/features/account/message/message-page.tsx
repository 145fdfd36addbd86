import { Suspense, useCallback, useMemo } from 'react'
import { audiences, message, messageStates } from '@nameplane/contract/account/message'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../screen-parts/list/bulk-bar.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { primaryButton } from '../../../ui/classes.ts'
import { messageColumns, type MessageRow } from './message-columns.tsx'
import { messageMessages } from './message.messages.ts'
import { useMessageActions } from './use-message-actions.ts'

const WriteMessage = lazyPart(() => import('./message-form.tsx').then((form) => form.WriteMessage))
const EditMessage = lazyPart(() => import('./message-form.tsx').then((form) => form.EditMessage))
const MessageDialog = lazyPart(() => import('./message-dialog.tsx').then((part) => part.MessageDialog))

const filters = ['search', 'type', 'state', 'audience'] as const
const rowId = (row: MessageRow): number => row.id
const rowLabel = (row: MessageRow): string => row.title

/** All messages. `?open=add`, `?edit={id}` and `?view={id}` open a dialog. */
export function MessagePage() {
  const text = useText(messageMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useListPage(message.list, { filters })
  const selection = useSelection<MessageRow>()
  const { actions: messageActions, question } = useMessageActions(selection.clear)
  const mayWrite = useMay('message.write')
  const refusal = mayWrite ? null : text.noRight
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const actions = useCallback(
    (row: MessageRow): readonly RowAction[] => {
      const isOut = row.state === 'published'
      return [
        { key: 'view', label: text.view, isQuick: true, run: () => setSearch({ view: row.id }) },
        { key: 'edit', label: text.edit, refusal: refusal ?? (isOut ? text.publishedFirst : null), run: () => setSearch({ edit: row.id }) },
        { key: 'publish', label: text.publish, refusal: refusal ?? (isOut ? text.alreadyPublished : null), run: () => messageActions.publish([row]) },
        {
          key: 'revoke',
          label: text.revoke,
          refusal: refusal ?? (isOut || row.state === 'scheduled' ? null : text.notPublished),
          run: () => messageActions.revoke([row]),
        },
        { key: 'pin', label: row.pinned ? text.unpin : text.pin, refusal, run: () => void messageActions.pin([row], !row.pinned) },
        { key: 'delete', label: text.remove, isDangerous: true, refusal, run: () => messageActions.remove([row]) },
      ]
    },
    [text, refusal, messageActions, setSearch],
  )
  const bulk = useMemo(
    () => [
      { key: 'publish', label: text.publish, run: messageActions.publish },
      { key: 'revoke', label: text.revoke, run: messageActions.revoke },
      { key: 'pin', label: text.pin, run: (rows: readonly MessageRow[]) => void messageActions.pin(rows, true) },
      { key: 'unpin', label: text.unpin, run: (rows: readonly MessageRow[]) => void messageActions.pin(rows, false) },
      { key: 'delete', label: text.remove, isDeletion: true, run: messageActions.remove },
    ],
    [text, messageActions],
  )
  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={add}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <FilterChip
            label={text.filters.type}
            value={chosen('type')}
            options={([1, 2, 3] as const).map((type) => ({ value: String(type), label: text.types[type] }))}
            onChange={(value) => list.setFilter('type', value)}
          />
          <FilterChip
            label={text.filters.state}
            value={chosen('state')}
            options={messageStates.map((state) => ({ value: state, label: text.states[state] }))}
            onChange={(value) => list.setFilter('state', value)}
          />
          <FilterChip
            label={text.filters.audience}
            value={chosen('audience')}
            options={audiences.map((audience) => ({ value: audience, label: text.audiences[audience] }))}
            onChange={(value) => list.setFilter('audience', value)}
          />
          {mayWrite && <BulkBar selection={selection} actions={bulk} />}
        </>
      }
      settings={<TableSettings name="message" columns={messageColumns} />}
    >
      <ResourceTable
        name="message"
        list={list}
        columns={messageColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {question}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && <WriteMessage onClose={() => setSearch({ open: null })} />}
        {mayWrite && search['edit'] !== undefined && <EditMessage id={Number(search['edit'])} onClose={() => setSearch({ edit: null })} />}
        {search['view'] !== undefined && <MessageDialog id={Number(search['view'])} isReader onClose={() => setSearch({ view: null })} />}
      </Suspense>
    </ListPage>
  )
}
