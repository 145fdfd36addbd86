import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import { useChange } from '../../../../api/queries.ts'
import { useCallerId, useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../../screen-parts/list/bulk-bar.tsx'
import { ListPage } from '../../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../../screen-parts/table/table-settings.tsx'
import { primaryButton } from '../../../../ui/classes.ts'
import { apiTokenColumns } from './api-token-columns.tsx'
import { apiTokenMessages } from './api-token.messages.ts'

const AddApiToken = lazyPart(() => import('./api-token-form.tsx').then((form) => form.AddApiToken))
const EditApiToken = lazyPart(() => import('./api-token-form.tsx').then((form) => form.EditApiToken))

const filters = ['search'] as const
const rowId = (row: ApiToken): number => row.id
const rowLabel = (row: ApiToken): string => row.name

/** Keys by which programs call the API. `?open=add` opens the form. */
export function ApiTokenList({ title, tabs }: { title: string; tabs: ReactNode }) {
  const text = useText(apiTokenMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useListPage(apiToken.list, { filters })
  const selection = useSelection<ApiToken>()
  const [edited, setEdited] = useState<ApiToken | null>(null)
  const callerId = useCallerId()
  const mayWrite = useMay('api_token.write')
  const { ask, element } = useConfirm()
  const remove = useChange(apiToken.delete, { invalidates: [apiToken.list], success: 'deleted' }).run
  const refusal = mayWrite ? null : text.noRight
  const askRemoval = useCallback(
    (rows: readonly ApiToken[]) =>
      ask({
        text: text.removeAsk(rows.map((row) => row.name).join(text.between)),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          const outcome = await remove({ ids: rows.map((row) => row.id).join(',') })
          if (outcome.isDone) selection.clear()
        },
      }),
    [ask, remove, selection, text],
  )
  const actions = useCallback(
    (row: ApiToken): readonly RowAction[] => [
      { key: 'edit', label: text.edit, refusal: refusal ?? (row.userId === callerId ? null : text.notOwn), run: () => setEdited(row) },
      { key: 'delete', label: text.remove, isDangerous: true, refusal, run: () => askRemoval([row]) },
    ],
    [text, refusal, callerId, askRemoval],
  )
  const bulk = useMemo(() => [{ key: 'delete', label: text.remove, isDeletion: true, run: askRemoval }], [text, askRemoval])
  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  return (
    <ListPage
      title={title}
      help={text.help}
      action={add}
      tabs={tabs}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={list.state.filters['search'] ?? ''} onSearch={(value) => list.setFilter('search', value)} />
          <BulkBar selection={selection} actions={bulk} />
        </>
      }
      settings={<TableSettings name="api-token" columns={apiTokenColumns} />}
    >
      <ResourceTable
        name="api-token"
        list={list}
        columns={apiTokenColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {element}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && <AddApiToken onClose={() => setSearch({ open: null })} />}
        {edited && <EditApiToken row={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </ListPage>
  )
}
