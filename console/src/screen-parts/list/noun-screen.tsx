import type * as z from 'zod/mini'
import { Suspense, useMemo, type ComponentType } from 'react'
import { rightsOpening, type Endpoint } from '@nameplane/contract/endpoint'
import { useChange } from '../../api/queries.ts'
import { useText } from '../../i18n/messages.ts'
import type { Edited } from '../form/bound-form.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { ListScreen, type ListTexts } from './list-screen.tsx'
import { useDialogs } from './use-dialogs.ts'
import { useListActions, type ListAction } from './use-list-actions.tsx'
import type { Identified, List } from './use-list.ts'

type NounScreenProps<Row> = {
  list: List<Row>
  text: ListTexts & { readonly add: string; readonly deleteAsk: (names: string) => string }
  /** Their rights are those of the actions. */
  calls: { readonly list: Endpoint; readonly save: Endpoint; readonly delete: Endpoint<z.core.$ZodType<unknown, { ids: string | number[] }>> }
  Add: ComponentType<{ onClose: () => void }>
  Edit: ComponentType<Edited<Row>>
  /** Shows more of a row, to everyone who may see the list; must stay the same object. */
  view?: { readonly label: string; readonly View: ComponentType<{ row: Row; onClose: () => void }> }
  /** Why a row cannot be deleted; must stay the same function while nothing about it changes. */
  refusal?: (row: Row) => string | null
  /** Below the head of a page that has its own title. */
  isPart?: boolean
}

const dialogs = { forReaders: ['view'] }

/** A noun that is listed, added, edited and deleted, and nothing more. */
export function NounScreen<Row extends Identified>({ list, text, calls, Add, Edit, view, refusal, isPart }: NounScreenProps<Row>) {
  const words = useText(partsMessages)
  const right = rightsOpening(calls.save)[0]!
  const deleteRight = rightsOpening(calls.delete)[0]!
  const { opened, editing, open, close } = useDialogs(list, right, dialogs)
  const remove = useChange(calls.delete, { invalidates: [calls.list], success: 'deleted' }).run
  const actions = useListActions(
    list,
    right,
    useMemo(
      (): ListAction<Row>[] => [
        { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
        ...(view ? [{ key: 'view', label: view.label, on: 'row' as const, right: null, run: ([row]: readonly Row[]) => open('view', row) }] : []),
        { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([row]) => open('edit', row) },
        {
          key: 'delete',
          label: words.delete,
          on: 'rows',
          right: deleteRight,
          isDangerous: true,
          ...(refusal ? { refusal } : {}),
          ask: text.deleteAsk,
          run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
        },
      ],
      [text, words, open, remove, view, refusal, deleteRight],
    ),
  )
  return (
    <ListScreen list={list} actions={actions} text={text} {...(isPart ? { isPart } : {})}>
      <Suspense fallback={null}>
        {opened === 'add' && <Add onClose={close} />}
        {opened === 'edit' && editing && <Edit key={editing.row.id} {...editing} />}
        {opened === 'view' && view && editing && <view.View row={editing.row} onClose={close} />}
      </Suspense>
    </ListScreen>
  )
}
