import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { fieldsOf } from '@nameplane/contract/fields'
import type { Bilingual } from '../../i18n/messages.ts'
import { formatExactTime } from '../../i18n/format.ts'
import type { Language } from '../../i18n/language.ts'
import { Badge } from '../badge.tsx'
import type { FieldWords } from '../form/field-words.ts'
import type { CellTools, Column } from '../table/column.ts'
import type { RowOf } from './use-list-page.ts'

/**
 * What a list is, said once beside its screen: the call, how its rows are named, its columns and filters. Titles come from
 * the words, sorting from the call; a column says only what these do not.
 */
export type ListDefinition<E extends Endpoint> = {
  readonly endpoint: E
  /** Names the table in the kept preferences. */
  readonly name: string
  readonly words: FieldWords
  readonly rowName: (row: RowOf<E>, language: Language) => string
  readonly columns: readonly Column<RowOf<E>>[]
  /** Parameters of the call that the address carries, in the order of the bar; `search` is the search box. */
  readonly filters: readonly (keyof Sent<E> & string)[]
}

/** A column as a noun writes it. Its key lies in the kept preferences: a column whose field is called otherwise keeps its key. */
export type ListColumn<Row> = Omit<Column<Row>, 'title' | 'cell'> & {
  /** Instead of the name of the field of this key. */
  readonly title?: Bilingual
  /** Instead of the plain value. Plain elements only: a component in every row is what makes a table slow. */
  readonly cell?: Column<Row>['cell']
  /** Names, addresses and keys, set in a fixed-width type. */
  readonly isCode?: boolean
}

type Drafted<E extends Endpoint> = Omit<ListDefinition<E>, 'endpoint' | 'columns'> & { readonly columns: readonly ListColumn<RowOf<E>>[] }

/** `export const serviceGroups = defineList(serviceGroup.list, { name, words, rowName, columns: [{ key: 'name', isFixed: true }, …], filters: ['search'] })` */
export function defineList<E extends Endpoint>(endpoint: E, { columns, ...rest }: Drafted<E>): ListDefinition<E> {
  const sortable = fieldsOf(endpoint.input).get('sidx')?.values ?? []
  return {
    endpoint,
    ...rest,
    columns: columns.map(({ isCode, ...column }) => ({
      ...(sortable.includes(column.key) ? { sidx: column.key } : {}),
      ...column,
      title: column.title ?? { zh: rest.words.label(column.key, 'zh'), en: rest.words.label(column.key, 'en') },
      cell: column.cell ?? ((row, tools) => plainCell((row as Record<string, unknown>)[column.key], column.key, rest.words, tools, isCode)),
    })),
  }
}

/** A value as any list shows it: what it is called, a number with its groups, a moment as people say it, else the text itself. */
function plainCell(value: unknown, key: string, words: FieldWords, { language, format }: CellTools, isCode = false) {
  const called = words.choices(key, language)?.[String(value)]
  if (value === null || value === undefined || value === '') return null
  if (called !== undefined) return key === 'status' ? <Badge tone={value === 1 ? 'good' : 'neutral'} text={called} /> : called
  if (typeof value === 'number') return format.number(value)
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  if (key.endsWith('Time')) return <span title={formatExactTime(text)}>{format.relativeTime(text)}</span>
  return (
    <span title={Array.isArray(value) ? value.join('\n') : text} className={isCode ? 'font-mono' : undefined}>
      {text}
    </span>
  )
}
