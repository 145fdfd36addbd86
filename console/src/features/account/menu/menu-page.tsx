import { menuRow, type MenuSetting } from '@nameplane/contract/account/menu-row'
import { Suspense, useCallback, useState } from 'react'
import { useCall, useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { primaryButton, quietButton } from '../../../ui/classes.ts'
import { useMenuNames } from './menu-names.ts'
import { childrenOf } from './menu-places.ts'
import { MenuTable } from './menu-table.tsx'
import { menuMessages } from './menu.messages.ts'

const AddMenuRow = lazyPart(() => import('./menu-form.tsx').then((form) => form.AddMenuRow))
const EditMenuRow = lazyPart(() => import('./menu-form.tsx').then((form) => form.EditMenuRow))
const MoveMenuRow = lazyPart(() => import('./move-menu-row.tsx').then((form) => form.MoveMenuRow))
const FeaturesForm = lazyPart(() => import('./features-form.tsx').then((form) => form.FeaturesForm))

type Opened = { view: 'new'; parent: MenuSetting | null } | { view: 'edit' | 'move'; row: MenuSetting } | { view: 'features' }

/** Pages hold buttons, which few come to look at: they begin folded. */
function foldedAtFirst(rows: readonly MenuSetting[]): ReadonlySet<number> {
  return new Set(rows.filter((row) => row.kind === 'page').map((row) => row.id))
}

export function MenuPage() {
  const text = useText(menuMessages)
  const nameOf = useMenuNames()
  const confirm = useConfirm()
  const mayWrite = useMay('menu.write')
  const { reply, problem, refresh } = useCall(menuRow.list, {})
  const { run: runRemove } = useChange(menuRow.delete, { invalidates: [menuRow.list, menuRow.tree], success: 'deleted' })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [chosenFolds, setFolds] = useState<ReadonlySet<number> | null>(null)
  const rows = reply?.data.list ?? []
  const folded = chosenFolds ?? foldedAtFirst(rows)
  const { ask } = confirm

  const edit = useCallback((row: MenuSetting) => setOpened({ view: 'edit', row }), [])
  const move = useCallback((row: MenuSetting) => setOpened({ view: 'move', row }), [])
  const addBelow = useCallback((parent: MenuSetting) => setOpened({ view: 'new', parent }), [])
  const remove = useCallback(
    (row: MenuSetting) =>
      ask({
        text: text.deleteAsk(nameOf(row)),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ ids: [row.id] })).isDone) renewNavigation()
        },
      }),
    [ask, runRemove, nameOf, text],
  )

  const close = () => setOpened(null)
  const withChildren = rows.filter((row) => childrenOf(rows, row.id).length > 0).map((row) => row.id)
  return (
    <>
      <PageHead
        title={text.title}
        help={text.help}
        action={
          <>
            <button
              type="button"
              className={quietButton}
              disabled={!mayWrite}
              title={mayWrite ? undefined : text.noRight}
              onClick={() => setOpened({ view: 'features' })}
            >
              {text.features}
            </button>
            <button
              type="button"
              className={primaryButton}
              disabled={!mayWrite}
              title={mayWrite ? undefined : text.noRight}
              onClick={() => setOpened({ view: 'new', parent: null })}
            >
              {text.add}
            </button>
          </>
        }
      />
      <section className="overflow-hidden rounded-lg border border-kumo-line bg-kumo-base">
        <div className="flex flex-wrap items-center gap-2 border-b border-kumo-line px-3 py-2.5">
          <button type="button" className={quietButton} onClick={() => setFolds(new Set())}>
            {text.expandAll}
          </button>
          <button type="button" className={quietButton} onClick={() => setFolds(new Set(withChildren))}>
            {text.foldAll}
          </button>
          <span className="ml-auto text-sm text-kumo-subtle">{reply && (reply.data.mode === '' ? text.noMode : text.mode(reply.data.mode))}</span>
        </div>
        {problem && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
        {reply && (
          <MenuTable rows={rows} folded={folded} onFold={setFolds} mayWrite={mayWrite} onEdit={edit} onMove={move} onAddBelow={addBelow} onDelete={remove} />
        )}
      </section>
      {confirm.element}
      <Suspense fallback={null}>
        {opened?.view === 'new' && <AddMenuRow rows={rows} parent={opened.parent} onClose={close} />}
        {opened?.view === 'edit' && (
          <EditMenuRow
            rows={rows}
            row={opened.row}
            saved={rows.find((row) => row.id === opened.row.id) ?? opened.row}
            onStale={() => void refresh()}
            onClose={close}
          />
        )}
        {opened?.view === 'move' && <MoveMenuRow rows={rows} row={opened.row} onClose={close} />}
        {opened?.view === 'features' && <FeaturesForm onClose={close} />}
      </Suspense>
    </>
  )
}
