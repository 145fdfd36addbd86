import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../empty.tsx'
import { ResourceTable } from '../table/resource-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FilterChip } from './filter-chip.tsx'
import { ListPage } from './list-page.tsx'
import { SearchBox } from './search-box.tsx'
import type { ListActions, PageAction } from './use-list-actions.tsx'
import type { Identified, List } from './use-list.ts'

export type ListTexts = {
  readonly title: string
  readonly help?: string
  readonly search?: string
  readonly none: string
  readonly noneHelp?: string
  /** Of a view that is a filter, where nothing else is filtered. */
  readonly noneInView?: string
}

type ListScreenProps<Row extends Identified> = {
  list: List<Row>
  actions: ListActions<Row>
  /** What the page says of itself; `search` is what can be searched for. */
  text: ListTexts
  /** Views of the same noun, above the bar. */
  tabs?: ReactNode
  /** What else can be done with the whole list, before the table's settings. */
  tools?: ReactNode
  /** Values of filters that the schema does not name. */
  options?: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>
  /** Filters that are more than a choice, behind the others. */
  filters?: ReactNode
  /** Below the head of a page that has its own title. */
  isPart?: boolean
  /** Dialogs. */
  children?: ReactNode
}

/** A defined list with its head, search, filters, actions and table: what most lists are. One that is more is made of the parts below. */
export function ListScreen<Row extends Identified>({ list, actions, text, tabs, tools, options, filters, isPart, children }: ListScreenProps<Row>) {
  const language = useLanguage()
  const chosen = (name: string): string => list.state.filters[name] ?? ''
  const choicesOf = (name: string) => options?.[name] ?? Object.entries(list.words.choices(name, language) ?? {}).map(([value, label]) => ({ value, label }))
  const primary = actions.page.find(({ isPrimary }) => isPrimary)
  // The primary one at the right end, as in dialogs.
  const ordered = primary ? [...actions.page.filter((action) => action !== primary), primary] : actions.page
  const buttons = ordered.length > 0 && ordered.map((action) => <PageButton key={action.key} action={action} />)
  const isSelectable = actions.bulk.length > 0
  return (
    <ListPage
      title={text.title}
      {...(isPart ? { isPart } : {})}
      {...(text.help === undefined ? {} : { help: text.help })}
      action={buttons}
      tabs={tabs}
      list={list}
      bar={
        <>
          {list.filters.includes('search') && (
            <SearchBox label={text.search ?? text.title} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          )}
          {list.filters
            .filter((name) => name !== 'search' && choicesOf(name).length > 0)
            .map((name) => (
              <FilterChip
                key={name}
                label={list.words.label(name, language)}
                value={chosen(name)}
                options={choicesOf(name)}
                onChange={(value) => list.setFilter(name, value)}
              />
            ))}
          {filters}
          {isSelectable && <BulkBar selection={list.selection} actions={actions.bulk} />}
        </>
      }
      tools={tools}
    >
      <ResourceTable
        list={list}
        rowId={idOf}
        {...(isSelectable ? { selection: list.selection } : {})}
        {...(actions.ofRow ? { actions: actions.ofRow } : {})}
        {...(text.noneInView === undefined ? {} : { noMatches: <Empty title={text.noneInView} /> })}
        empty={
          <Empty title={text.none} {...(text.noneHelp === undefined ? {} : { help: text.noneHelp })} action={primary && <PageButton action={primary} />} />
        }
      />
      {actions.question}
      {children}
    </ListPage>
  )
}

const idOf = (row: Identified): number => row.id

function PageButton({ action }: { action: PageAction }) {
  return (
    <Button data-action={action.key} look={action.isPrimary ? 'primary' : 'quiet'} refusal={action.refusal} onClick={action.run}>
      {action.label}
    </Button>
  )
}
