import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '../../i18n/language.ts'
import { formatsIn } from '../../i18n/use-format.ts'
import type { Tone } from '../badge.tsx'
import type { Column } from '../table/column.ts'

/** What a reader sees in a cell: its text, the tooltip, where it leads, and the colour beside it. */
export type Seen = { readonly text: string; readonly title?: string; readonly href?: string; readonly tone?: Tone }

const tones: Readonly<Record<string, Tone>> = { success: 'good', warning: 'warning', danger: 'bad', field: 'neutral' }

const plain = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A cell of a list, as it is drawn for one row. */
export function cellOf<Row>({ columns }: { readonly columns: readonly Column<Row>[] }, key: string, row: Row, language: Language = 'en'): Seen {
  const column = columns.find((one) => one.key === key)
  if (!column) throw new Error(`the list has no column ${key}`)
  const html = renderToStaticMarkup(column.cell(row, { language, format: formatsIn(language) }))
  const attribute = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(html)?.[1]
    return found === undefined ? undefined : plain(found)
  }
  const title = attribute(/ title="([^"]*)"/)
  const href = attribute(/ href="([^"]*)"/)
  const tone = tones[attribute(/ rounded-full bg-(?:kumo|np)-([a-z]+)/) ?? '']
  const text = plain(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).trim()
  return { text, ...(title === undefined ? {} : { title }), ...(href === undefined ? {} : { href }), ...(tone === undefined ? {} : { tone }) }
}
