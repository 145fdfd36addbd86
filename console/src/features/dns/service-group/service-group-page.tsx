import { Suspense, useCallback, useState } from 'react'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../screen-parts/list/bulk-bar.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { primaryButton } from '../../../ui/classes.ts'
import { serviceGroupColumns, type GroupRow } from './service-group-columns.tsx'
import { serviceGroupMessages } from './service-group.messages.ts'

const AddServiceGroup = lazyPart(() => import('./service-group-form.tsx').then((form) => form.AddServiceGroup))
const EditServiceGroup = lazyPart(() => import('./service-group-form.tsx').then((form) => form.EditServiceGroup))

const filters = ['search'] as const
const groupId = (group: GroupRow): number => group.id
const groupName = (group: GroupRow): string => group.name

export function ServiceGroupPage() {
  const text = useText(serviceGroupMessages)
  const list = useListPage(serviceGroup.list, { filters })
  const selection = useSelection<GroupRow>()
  const confirm = useConfirm()
  const mayWrite = useMay('service_group.write')
  const remove = useChange(serviceGroup.delete, { invalidates: [serviceGroup.list], success: 'deleted' })
  const [opened, setOpened] = useState<GroupRow | 'new' | null>(null)
  const { run: runRemove } = remove
  const { ask } = confirm
  const { clear } = selection

  const askToDelete = useCallback(
    (groups: readonly GroupRow[]) =>
      ask({
        text: text.deleteAsk(groups.map(groupName).join(text.between)),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ ids: groups.map(groupId).join(',') })).isDone) clear()
        },
      }),
    [ask, runRemove, clear, text],
  )

  const actions = useCallback(
    (group: GroupRow): readonly RowAction[] => [
      { key: 'edit', label: text.edit, isQuick: true, refusal: mayWrite ? null : text.noRight, run: () => setOpened(group) },
      {
        key: 'delete',
        label: text.remove,
        isDangerous: true,
        refusal: !mayWrite ? text.noRight : group.isDefault ? text.defaultStays : group.domainCount > 0 ? text.inUse(group.domainCount) : null,
        run: () => askToDelete([group]),
      },
    ],
    [text, mayWrite, askToDelete],
  )

  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={mayWrite ? undefined : text.noRight} onClick={() => setOpened('new')}>
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
          <SearchBox label={text.search} value={list.state.filters['search'] ?? ''} onSearch={(value) => list.setFilter('search', value)} />
          <BulkBar selection={selection} actions={[{ key: 'delete', label: text.remove, isDeletion: true, run: askToDelete }]} />
        </>
      }
      settings={<TableSettings name="service-group" columns={serviceGroupColumns} />}
    >
      <ResourceTable
        name="service-group"
        list={list}
        columns={serviceGroupColumns}
        rowId={groupId}
        rowLabel={groupName}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {confirm.element}
      <Suspense fallback={null}>
        {opened === 'new' && <AddServiceGroup onClose={() => setOpened(null)} />}
        {opened !== null && opened !== 'new' && (
          <EditServiceGroup
            group={opened}
            saved={list.rows.find((group) => group.id === opened.id) ?? opened}
            onStale={list.refresh}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </ListPage>
  )
}
