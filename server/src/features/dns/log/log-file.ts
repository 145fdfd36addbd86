import { signInResultText } from '@nameplane/contract/dns/sign-in-words'
import { moduleWords } from '@nameplane/contract/log-words'
import type { Language } from '@nameplane/contract/problems'
import type { Db } from '../../../db/connection.ts'
import type { Cell } from '../../../spreadsheet/cell.ts'
import { differencesOf } from './log-difference.ts'
import type { Place } from './log-place.ts'
import { readChanges, type OperationRow } from './operation-log.store.ts'
import type { SignInRow } from './sign-in-log.store.ts'

/* The logs as tables for a spreadsheet, in the caller's language and time zone. */

/** Rows read at once: their places in memory, and the database is asked anew for each. */
export const fileBatchSize = 5000

const headers = {
  signIn: {
    zh: ['时间', '用户名', '结果', '尝试次数', 'IP 地址', '位置', '网络', '客户端', '二次验证', '耗时（毫秒）', '请求编号'],
    en: ['Time', 'Username', 'Result', 'Attempts', 'IP address', 'Location', 'Network', 'Client', 'Two-factor authentication', 'Duration (ms)', 'Request ID'],
  },
  operation: {
    zh: [
      '时间',
      '操作者',
      '登录身份',
      '模块',
      '操作',
      '对象类型',
      '对象编号',
      '对象',
      '变更',
      '结果',
      '尝试次数',
      'IP 地址',
      '位置',
      '网络',
      '客户端',
      '耗时（毫秒）',
      '请求编号',
    ],
    en: [
      'Time',
      'Actor',
      'Signed in as',
      'Module',
      'Action',
      'Target type',
      'Target ID',
      'Target',
      'Changes',
      'Result',
      'Attempts',
      'IP address',
      'Location',
      'Network',
      'Client',
      'Duration (ms)',
      'Request ID',
    ],
  },
} as const

const yesOrNo = { zh: { true: '是', false: '否' }, en: { true: 'Yes', false: 'No' } } as const

export const cutNotes = {
  zh: '行数超过上限，其余未导出。请缩小筛选范围，或导出为 CSV。',
  en: 'Row limit reached. The remaining rows were not exported. Narrow the filter, or export as CSV.',
} as const

export const fileNames = { signIn: { zh: '登录日志', en: 'sign-ins' }, operation: { zh: '操作日志', en: 'operations' } } as const

export function headerOf(kind: keyof typeof headers, language: Language): readonly string[] {
  return headers[kind][language]
}

const country = (place: Place | null, language: Language): string => (language === 'zh' ? place?.countryZh : place?.countryEn) ?? ''

export async function* signInTable(batches: AsyncIterable<SignInRow[]>, language: Language, print: (moment: Date) => string): AsyncGenerator<Cell[][]> {
  for await (const rows of batches)
    yield rows.map((row) => [
      print(row.time),
      row.username,
      signInResultText(row.result, language),
      row.tries,
      row.address,
      country(row.place, language),
      row.place?.asName ?? '',
      row.agent,
      row.secondFactor,
      row.durationMs,
      row.requestId,
    ])
}

/** A value of a difference as people write it. */
function plain(json: string | null, language: Language): string {
  const value: unknown = json === null ? '' : JSON.parse(json)
  if (Array.isArray(value)) return value.map(String).join(language === 'zh' ? '、' : ', ')
  return typeof value === 'boolean' ? yesOrNo[language][`${value}`] : String(value)
}

export async function* operationTable(
  db: Db,
  batches: AsyncIterable<OperationRow[]>,
  { language, print, isWithheld }: { language: Language; print: (moment: Date) => string; isWithheld: (row: OperationRow) => boolean },
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) {
    const changes = await readChanges(
      db,
      rows.filter((row) => row.id.startsWith('a') && !isWithheld(row)).map((row) => Number(row.id.slice(1))),
    )
    yield rows.map((row) => {
      const changed = row.id.startsWith('a') ? changes.get(Number(row.id.slice(1))) : undefined
      return [
        print(row.time),
        row.actor,
        row.actingAs ?? '',
        row.module[language],
        row.title[language],
        moduleWords(row.targetType)[language],
        row.targetId,
        row.domain?.name ?? row.setting?.name[language] ?? row.targetTitle?.[language] ?? row.targetName,
        changed
          ? differencesOf(changed.before, changed.after, row)
              .map(({ label, before, after }) => `${label[language]}: ${plain(before, language)} → ${plain(after, language)}`)
              .join('\n')
          : '',
        row.resultText?.[language] ?? row.result,
        row.tries,
        row.address,
        country(row.place, language),
        row.place?.asName ?? '',
        row.agent,
        row.durationMs,
        row.requestId,
      ]
    })
  }
}
