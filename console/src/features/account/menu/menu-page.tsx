import { menuRow, type MenuSetting } from '@nameplane/contract/account/menu-row'
import { problemText } from '@nameplane/contract/problem-text'
import { Suspense, useCallback, useState } from 'react'
import { useCall, useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { useMenuNames } from './menu-names.ts'
import { MenuTable } from './menu-table.tsx'
import { menuMessages } from './menu.messages.ts'

const AddMenuRow = lazyPart(() => import('./menu-form.tsx').then((form) => form.AddMenuRow))
const EditMenuRow = lazyPart(() => import('./menu-form.tsx').then((form) => form.EditMenuRow))
const MoveMenuRow = lazyPart(() => import('./move-menu-row.tsx').then((form) => form.MoveMenuRow))
const FeaturesForm = lazyPart(() => import('./features-form.tsx').then((form) => form.FeaturesForm))

const dialogs = { onPage: ['add', 'features'] }

/** Pages hold buttons, which few come to look at: they begin folded. */
function foldedAtFirst(rows: readonly MenuSetting[]): ReadonlySet<number> {
  return new Set(rows.filter((row) => row.kind === 'page').map((row) => row.id))
}

export function MenuPage() {
  const text = useText(menuMessages)
  const parts = useText(partsMessages)
  const nameOf = useMenuNames()
  const confirm = useConfirm()
  const mayWrite = useMay('menu.write')
  const mayDelete = useMay('menu.delete')
  const noRight = problemText('right_missing', useLanguage())
  const refusal = mayWrite ? undefined : noRight
  const { reply, ...call } = useCall(menuRow.list, {})
  const { problem, refresh } = call
  const { run: runRemove } = useChange(menuRow.delete, { invalidates: [menuRow.list, menuRow.tree], success: 'deleted' })
  const [chosenFolds, setFolds] = useState<ReadonlySet<number> | null>(null)
  const rows = reply?.data.list ?? []
  const { opened, editing, open, close } = useDialogs({ ...call, rows, refresh: () => void refresh() }, 'menu.write', dialogs)
  const folded = chosenFolds ?? foldedAtFirst(rows)
  const { ask } = confirm

  const edit = useCallback((row: MenuSetting) => open('edit', row), [open])
  const move = useCallback((row: MenuSetting) => open('move', row), [open])
  const addBelow = useCallback((parent: MenuSetting) => open('below', parent), [open])
  const remove = useCallback(
    (row: MenuSetting) =>
      ask({
        text: text.deleteAsk(nameOf(row)),
        confirmLabel: parts.delete,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ ids: [row.id] })).isDone) renewNavigation()
        },
      }),
    [ask, runRemove, nameOf, text, parts],
  )

  return (
    <>
      <PageHead
        title={text.title}
        help={text.help}
        action={
          <>
            <QuietButton disabled={!mayWrite} title={refusal} onClick={() => open('features')}>
              {text.features}
            </QuietButton>
            <PrimaryButton disabled={!mayWrite} title={refusal} onClick={() => open('add')}>
              {text.add}
            </PrimaryButton>
          </>
        }
      />
      <section className={`overflow-hidden ${surface}`}>
        <div className="flex flex-wrap items-center gap-2 border-b border-kumo-line px-3 py-2.5">
          <QuietButton onClick={() => setFolds(new Set())}>{text.expandAll}</QuietButton>
          <QuietButton onClick={() => setFolds(new Set(rows.map(({ id }) => id)))}>{text.foldAll}</QuietButton>
          <span className="ml-auto text-sm text-kumo-subtle">{reply && (reply.data.mode === '' ? text.noMode : text.mode(reply.data.mode))}</span>
        </div>
        {problem && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
        {reply && (
          <MenuTable
            rows={rows}
            folded={folded}
            onFold={setFolds}
            mayWrite={mayWrite}
            mayDelete={mayDelete}
            onEdit={edit}
            onMove={move}
            onAddBelow={addBelow}
            onDelete={remove}
          />
        )}
      </section>
      {confirm.element}
      <Suspense fallback={null}>
        {opened === 'add' && <AddMenuRow rows={rows} parent={null} onClose={close} />}
        {opened === 'below' && editing && <AddMenuRow rows={rows} parent={editing.row} onClose={close} />}
        {opened === 'edit' && editing && <EditMenuRow key={editing.row.id} {...editing} />}
        {opened === 'move' && editing && <MoveMenuRow rows={rows} row={editing.row} onClose={close} />}
        {opened === 'features' && <FeaturesForm onClose={close} />}
      </Suspense>
    </>
  )
}
