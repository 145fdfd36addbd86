import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { useChange, type Change, type Outcome, type SuccessWord } from '../../api/queries.ts'
import { changedFields, type ChangedField } from './changed-meanwhile.tsx'

/** Without an id where the call names its row by another member. */
type Versioned = { readonly id?: number; readonly rowVersion: number }

/** What a form edits. `row` is what it began with, `saved` what is saved now as far as the page knows; `onStale` asks for that anew. */
type Editing<Row> = { readonly row: Row; readonly saved: Row; readonly onStale: () => void }

type VersionedChange<E extends Endpoint> = Omit<Change<E>, 'run'> & {
  /** Saves the row, unless somebody else did meanwhile. */
  save: (values: Omit<Sent<E>, 'id' | 'rowVersion'>) => Promise<Outcome<E>>
  /** What somebody else saved meanwhile, once saving was refused for it; takes the problem's place. */
  theirs: readonly ChangedField[] | null
}

/**
 * Saves an edited row under the version that its reader knows: the one that the form began with, and after a refusal for a
 * newer one that newer one, whose differences `fields` names. `success: null` says nothing of it, where the caller says more.
 */
export function useVersionedChange<E extends Endpoint, Row extends Versioned>(
  endpoint: E,
  invalidates: readonly Endpoint[],
  { row, saved, onStale }: Editing<Row>,
  fields: readonly { readonly label: string; readonly valueOf: (row: Row) => string }[],
  success: SuccessWord | null = 'changed',
): VersionedChange<E> {
  const { run, problem, ...change } = useChange(endpoint, { invalidates, success, shownIn: 'form' })
  const isStale = problem?.code === 'changed_meanwhile' && saved.rowVersion !== row.rowVersion
  async function save(values: Omit<Sent<E>, 'id' | 'rowVersion'>): Promise<Outcome<E>> {
    const { rowVersion } = isStale ? saved : row
    const outcome = await run({ ...values, id: row.id, rowVersion } as Sent<E>)
    if (!outcome.isDone && outcome.problem.code === 'changed_meanwhile') onStale()
    return outcome
  }
  return { ...change, save, problem: isStale ? null : problem, theirs: isStale ? changedFields(row, saved, fields) : null }
}
