import type { ReactNode } from 'react'
import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import { useText } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { surface } from '../surface.ts'
import { TableSettings } from '../table/table-settings.tsx'
import { Pager } from './pager.tsx'
import type { List } from './use-list.ts'

type ListPageProps<Row> = {
  title: string
  /** Below the head of a page that has its own title. */
  isPart?: boolean
  /** One line for a newcomer. */
  help?: string
  /** The primary action. */
  action?: ReactNode
  /** Views of the same noun, above the bar. */
  tabs?: ReactNode
  list: List<Row>
  /** Search, filters, bulk actions. */
  bar: ReactNode
  /** What else can be done with the whole list, before the table's settings. */
  tools?: ReactNode
  /** The table, and dialogs. */
  children: ReactNode
}

/** A list's page: head, one white surface with bar, table and pager. */
export function ListPage<Row>({ title, isPart = false, help, action, tabs, list, bar, tools, children }: ListPageProps<Row>) {
  const text = useText(partsMessages)
  return (
    <>
      <PageHead title={title} isPart={isPart} help={help} action={action} />
      <section className={`overflow-hidden ${surface}`}>
        {tabs}
        {/* On a phone the search shares its line with the buttons, and what follows has the whole width. */}
        <div className="flex items-start gap-2 border-b border-kumo-line px-3 py-2.5 max-pad:flex-wrap">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-pad:contents">{bar}</div>
          <div className="flex shrink-0 items-center max-pad:-order-1 max-pad:-mb-2">
            <IconButton
              label={text.refresh}
              onClick={list.refresh}
              icon={<ArrowClockwiseIcon size={17} className={list.isRefreshing ? 'animate-spin' : ''} />}
            />
            {tools}
            <TableSettings name={list.name} columns={list.columns} />
          </div>
          <span aria-hidden="true" className="hidden h-0 basis-full max-pad:-order-1 max-pad:block" />
        </div>
        {children}
        <Pager list={list} />
      </section>
    </>
  )
}

/** A page's title, its line of help, and the primary action at the right. */
export function PageHead({ title, isPart = false, help, action }: { title: string; isPart?: boolean; help?: string | undefined; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3 pad:flex-nowrap">
      <div className="min-w-0">
        {isPart ? <h2 className="text-lg font-medium">{title}</h2> : <h1 className="text-xl font-medium">{title}</h1>}
        {help && <p className="mt-0.5 text-sm leading-normal text-pretty text-kumo-subtle">{help}</p>}
      </div>
      {action && <div className="flex shrink-0 flex-wrap gap-2">{action}</div>}
    </div>
  )
}
