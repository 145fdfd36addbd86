import { useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Modal } from '../ui/modal.tsx'
import { DateRange } from './date-range/date-range.tsx'
import { RichTextEditor } from './rich-text/rich-text-editor.tsx'
import { shownColumns, type Column } from './table/column.ts'
import { useTablePreference } from './table/table-preference.ts'
import { TableSettings } from './table/table-settings.tsx'

/* Parts alone in a page, for tests that work them as a reader does, without a server. What a part says stands in the outputs beside it. */

function Editor({ html }: { html: string }) {
  const [written, setWritten] = useState(html)
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {isOpen && (
        <Modal title="Editor" labels={{ close: 'Close', fullScreen: 'Full screen' }} onClose={() => setOpen(false)}>
          <p id="label">Content</p>
          <RichTextEditor labelledBy="label" describedBy={undefined} isInvalid={false} html={html} onChange={setWritten} onImage={null} />
        </Modal>
      )}
      <output>{written}</output>
    </>
  )
}

function Range({ from, to }: { from: string; to: string }) {
  const [days, setDays] = useState({ from, to })
  return (
    <>
      <DateRange label="Time" {...days} onChange={(first, last) => setDays({ from: first, to: last })} />
      <output>{`${days.from} to ${days.to}`}</output>
    </>
  )
}

const columns = ['name', 'size', 'owner', 'note'].map((key): Column<never> => ({
  key,
  title: { zh: key, en: key },
  cell: () => null,
  isFixed: key === 'name',
  isHiddenAtFirst: key === 'note',
}))

function Settings() {
  const { columns: chosen, order, ...look } = useTablePreference()
  return (
    <>
      <TableSettings name="parts" columns={columns} />
      <output>
        {shownColumns(columns, chosen['parts'], order['parts'])
          .map(({ key }) => key)
          .join(' ')}
      </output>
      <output>{JSON.stringify(look)}</output>
    </>
  )
}

function show(part: ReactNode): void {
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  createRoot(place).render(part)
}

export const showEditor = (html: string): void => show(<Editor html={html} />)
export const showDateRange = (from: string, to: string): void => show(<Range from={from} to={to} />)
export const showTableSettings = (): void => show(<Settings />)
