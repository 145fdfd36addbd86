import { printerOf } from '../../../spreadsheet/moment-text.ts'
import type { Cell } from '../../../spreadsheet/cell.ts'
import type { Entry } from './logged-query.ts'

/* The request log as a table for a spreadsheet, in the caller's language and time zone. */

export const fileName = { zh: '请求日志', en: 'requests' } as const

export const csvHeader = {
  zh: ['时间', '节点', '来源 IP', '客户端子网', '协议', '名称', '类型', '线路', '命中线路', '响应码', '应答记录数', '应答'],
  en: ['Time', 'Node', 'Client', 'Client subnet', 'Protocol', 'Name', 'Type', 'Line', 'Answered line', 'Response code', 'Answer records', 'Answer'],
} as const

export async function* rowsOf(entries: readonly Entry[], timeZone: string | undefined): AsyncGenerator<Cell[][]> {
  const print = printerOf(timeZone)
  yield entries.map((entry) => [
    print(entry.time),
    ...[entry.node, entry.client, entry.subnet ?? '', entry.transport.toUpperCase(), entry.name, entry.type, entry.line, entry.answeredLine ?? ''],
    ...[entry.rcode, entry.answers, entry.values?.join('\n') ?? ''],
  ])
}
