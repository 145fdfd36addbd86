import { textsIn } from '../../../i18n/messages.ts'
import type { Language } from '../../../i18n/language.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { logMessages } from './log.messages.ts'

type Place = { countryZh: string | null; countryEn: string | null; asName: string | null } | null

/** Country and network of an address, as far as they are known. */
export function placeText(place: Place, language: Language): string {
  const country = language === 'zh' ? place?.countryZh : place?.countryEn
  return [country, place?.asName].filter((part) => part !== null && part !== undefined && part !== '').join(' · ')
}

export function timeCell(row: { time: string }, { format }: CellTools) {
  return (
    <time dateTime={row.time} title={format.relativeTime(row.time)} className="tabular-nums">
      {formatExactTime(row.time)}
    </time>
  )
}

export function addressCell(row: { address: string }, { language }: CellTools) {
  return row.address === '*' ? textsIn(logMessages, language).manyAddresses : <span className="font-mono text-sm">{row.address}</span>
}

export function placeCell(row: { place: Place }, { language }: CellTools) {
  const said = placeText(row.place, language)
  return <span title={said}>{said}</span>
}

export function durationCell(row: { durationMs: number | null }, { format }: CellTools) {
  return row.durationMs === null ? '' : format.elapsed(row.durationMs)
}
