import { describe, expect, test } from 'vitest'
import type { Column } from '../screen-parts/table/column.ts'

/* How each list is laid out: a column more or less is a decision. Titles, sorting and cells are proven beside each list. */
type AnyList = { readonly name: string; readonly columns: readonly Column<never>[]; readonly filters: readonly string[] }
type Layout = {
  /** On a phone: the title of a card, and the facts below it. */
  readonly card: string
  /** Shown on demand only. */
  readonly hidden: string
  /** Numbers, which stand at the right. */
  readonly numbers: string
  /** Columns that share the width that is left. */
  readonly wide: string
  /** The search box and the other filters, in the order of the bar. */
  readonly filters: string
}

const layouts: Readonly<Record<string, Layout>> = {
  admin: { card: 'username: roles status', hidden: 'updateTime', numbers: '', wide: 'username', filters: 'search status roleId isSuper' },
  message: {
    card: 'title: audience state readRate',
    hidden: 'createtime updated id',
    numbers: 'readRate id',
    wide: 'title',
    filters: 'search type state audience',
  },
  role: { card: 'name: rights dataScope memberCount', hidden: '', numbers: 'rights memberCount', wide: 'description', filters: 'search' },
  user: {
    card: 'username: status domainCount',
    hidden: 'verified createTime updateTime',
    numbers: 'domainCount balanceCents',
    wide: 'username contact',
    filters: 'search kind status verified tag',
  },
  verification: {
    card: 'username: state name provider reason createTime',
    hidden: 'feeCents finishTime',
    numbers: 'feeCents',
    wide: 'username reason',
    filters: 'search userId state provider from to',
  },
  domain: {
    card: 'domain: status recordCount',
    hidden: 'healthScore remark createTime serial',
    numbers: 'recordCount queries24h healthScore serial',
    wide: 'domain',
    filters: 'search value status locked nsState serviceGroupId userId',
  },
  'change-set': {
    card: 'id: createTime kind summary domains state',
    hidden: 'added updated deleted endTime',
    numbers: 'added updated deleted',
    wide: 'summary',
    filters: 'search kind state',
  },
  'custom-line': { card: 'name: segments recordCount', hidden: 'code createTime', numbers: 'recordCount', wide: 'segments', filters: 'search' },
  'dynamic-host': { card: 'host: line addresses lastUseTime', hidden: 'createTime', numbers: '', wide: 'addresses', filters: 'search' },
  'update-key': { card: 'name: policy lastUseTime', hidden: 'keyName createTime updateTime', numbers: '', wide: 'policy', filters: 'search' },
  'domain-claim': {
    card: 'domain: recordName recordValue state',
    hidden: 'finishTime createTime',
    numbers: '',
    wide: 'recordValue',
    filters: 'search state userId',
  },
  'reverse-segment': {
    card: 'cidr: username state covered',
    hidden: 'followsAddresses createTime',
    numbers: 'covered',
    wide: 'remark',
    filters: 'search state family userId',
  },
  'ptr-record': {
    card: 'address: hostName forward',
    hidden: 'status domain',
    numbers: 'ttl',
    wide: 'hostName',
    filters: 'search address segmentId forward userId',
  },
  'domain-recycled': {
    card: 'domain: recordCount deleteTime',
    hidden: '',
    numbers: 'recordCount',
    wide: 'domain',
    filters: 'search value serviceGroupId userId',
  },
  'operation-log': {
    card: 'action: time actor target result',
    hidden: 'place agent durationMs requestId',
    numbers: 'durationMs',
    wide: 'target agent',
    filters: 'search actor module action target result address from to',
  },
  'sign-in-log': {
    card: 'username: time result address place',
    hidden: 'requestId',
    numbers: 'durationMs',
    wide: 'place',
    filters: 'search actor result address from to',
  },
  schedule: { card: 'name: cron nextTime lastRun status', hidden: 'handler remark', numbers: 'averageMs', wide: 'name', filters: 'search handler own status' },
  'job-run': {
    card: 'jobName: createTime state trigger durationMs',
    hidden: 'handler attempt params',
    numbers: 'attempt durationMs',
    wide: 'message',
    filters: 'search jobId state trigger from to',
  },
  backup: { card: 'createTime: parts size state', hidden: 'rows sha256 version name', numbers: 'size rows', wide: 'parts', filters: '' },
  letter: {
    card: 'recipient: scenario state reason createtime',
    hidden: 'finishTime reply id',
    numbers: 'tries id',
    wide: 'reason',
    filters: 'search state scenario',
  },
  'api-token': { card: 'name: scopes dataScope lastUseTime', hidden: 'callsPerFiveMinutes createTime', numbers: '', wide: 'name', filters: 'search' },
}

/** What is beside the menu of the narrowest window that has it open, without ticks and actions. */
const roomPx = 1366

const isList = (one: unknown): one is AnyList => typeof one === 'object' && one !== null && 'endpoint' in one && 'columns' in one
const modules = import.meta.glob<Record<string, unknown>>('../features/**/*-list.tsx', { eager: true })
const lists = Object.values(modules)
  .flatMap((exported) => Object.values(exported))
  .filter(isList)
const keys = (columns: readonly Column<never>[], is: (column: Column<never>) => boolean): string =>
  columns
    .filter(is)
    .map(({ key }) => key)
    .join(' ')

test('every list is named here', () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(layouts).toSorted())
})

describe.each(lists)('the list “$name”', ({ name, columns, filters }) => {
  test('is laid out as it was decided', () => {
    const title = keys(columns, ({ onCard }) => onCard === 'title')
    expect({
      card: `${title}: ${keys(columns, ({ onCard }) => onCard === 'fact' || onCard === 'named')}`,
      hidden: keys(columns, ({ isHiddenAtFirst = false }) => isHiddenAtFirst),
      numbers: keys(columns, ({ isNumber = false }) => isNumber),
      wide: keys(columns, ({ widthPx }) => widthPx === undefined),
      filters: filters.join(' '),
    }).toEqual(layouts[name])
    expect(
      keys(columns, ({ isFixed = false }) => isFixed),
      'what names a row cannot be hidden',
    ).toBe(title)
  })

  test('has a title for each column in both languages, none twice', () => {
    for (const language of ['zh', 'en'] as const) {
      const titles = columns.map(({ title }) => title[language])
      expect(new Set(titles.filter((title) => title !== '')).size).toBe(columns.length)
    }
  })

  test('fits beside the menu at first', () => {
    const shown = columns.filter(({ isHiddenAtFirst = false }) => !isHiddenAtFirst)
    expect(shown.reduce((sum, { widthPx = 160 }) => sum + widthPx, 0)).toBeLessThanOrEqual(roomPx)
  })
})
