import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { dashboardMessages } from './dashboard.messages.ts'
import { DomainsPanel } from './domains-panel.tsx'
import { KeyFigures, type DashboardFigures, type Queries } from './key-figures.tsx'
import { QueriesPanel } from './queries/queries-panel.tsx'

const figures = (part: object): DashboardFigures => ({ time: '2026-03-10T12:00:00.000Z', ...part }) as unknown as DashboardFigures
const { gathering } = textsIn(dashboardMessages, currentLanguage())
const texts = (html: string): string[] => html.split(/<[^>]*>/).filter((text) => text.trim() !== '')

describe('the panel of changes', () => {
  const change = {
    ...{ id: 1, title: { zh: '修改解析', en: 'Records changed' }, actor: 'ada', time: '2026-03-10T11:00:00.000Z' },
    ...{ targetName: 'example.com', targetType: 'domain', domain: { id: 7, userId: 3, unicodeName: 'example.com' } },
  }
  const shown = (part: object): string => renderToStaticMarkup(<ChangesPanel figures={figures({ changes: [{ ...change, ...part }] })} />)

  test('says what was changed, where and when, with a way to the records of a domain', () => {
    const html = shown({})
    for (const text of ['修改解析 · ', 'example.com', 'ada', '1 小时前']) expect(texts(html)).toContain(text)
    expect(html).toMatch(/href="#\/dns\/domain\/list\/admin\/example\.com\/7\/3\/record"/)
  })
  test('leads to service groups, and to nothing of what has no page', () => {
    expect(shown({ domain: null, targetType: 'service_group', targetName: 'main' })).toContain('href="#/dns/serve/group"')
    expect(shown({ domain: null, targetType: 'account', targetName: 'ada' })).not.toContain('href')
  })
  test('names no setting twice', () => expect(shown({ domain: null, targetType: 'system_config', targetName: 'LOGIN_CONFIG' })).not.toContain('LOGIN_CONFIG'))
  test('calls a built-in job what it is called', () => {
    const html = shown({ domain: null, targetType: 'job', targetName: 'backup_run', targetTitle: { zh: '自动备份', en: 'Create backup' } })
    expect([html.includes('自动备份'), html.includes('backup_run')]).toEqual([true, false])
  })
  test('says so where nothing was changed', () => {
    const html = renderToStaticMarkup(<ChangesPanel figures={figures({ changes: [] })} />)
    expect([html.includes('<ol'), shown({}).includes('<ol')]).toEqual([false, true])
  })
})

describe('the panel of domains', () => {
  const domains = [
    { id: 7, userId: 3, domain: 'xn--fsq.example', unicodeName: '例.example', answers: 1250 },
    { id: 8, userId: 3, domain: 'b.example', unicodeName: 'b.example', answers: 1 },
  ]
  const shown = (part: object): string[] => texts(renderToStaticMarkup(<DomainsPanel queries={{ domains, total: 3000, ...part } as unknown as Queries} />))

  test('says how often each was asked for, and its share to a tenth of a percent', () => {
    expect(shown({}).slice(-6)).toEqual(['例.example', '1,250', '41.7%', 'b.example', '1', '0.0%'])
  })
  test('says no share of nothing', () => expect(shown({ total: 0 })).toContain('–'))
  test('has a way to add one where there are none', () => expect(shown({ domains: [] })).toHaveLength(5))
})

describe('the panel of queries', () => {
  const node = { address: '192.0.2.53', port: 53, state: 'online' }
  const stopped = { address: '192.0.2.99', port: 5300, state: 'offline' }
  const change = { domain: { id: 7 }, targetName: 'changed.example' }
  const told = (part: object, queries: object | null): string => {
    const html = renderToStaticMarkup(<QueriesPanel figures={figures({ nodes: [stopped, node], changes: [], queries, ...part })} />)
    return texts(html).join(' ')
  }
  const none = { start: '2026-03-09T12:01:00.000Z', minutes: Array.from({ length: 1440 }, () => null), total: 0, domains: [] }

  test('has the line that asks for the busiest domain, else for the one that was changed last, else for an example', () => {
    expect(told({ changes: [change] }, { ...none, domains: [{ domain: 'busy.example' }] })).toContain('dig @192.0.2.53 -p 53 busy.example')
    expect(told({ changes: [{ domain: null, targetName: 'ada' }, change] }, none)).toContain('dig @192.0.2.53 -p 53 changed.example')
    expect(told({}, none)).toContain('dig @192.0.2.53 -p 53 example.com')
  })
  test('asks a node that does not run only where no other one is', () => expect(told({ nodes: [stopped] }, none)).toContain('dig @192.0.2.99 -p 5300'))
  test('says how to get a node where there is none', () => expect(told({ nodes: [] }, none)).toContain('NAMEPLANE_DNS_PORT'))
  test('says that figures are still added up, which is not the same as none', () => {
    expect(told({}, null)).toContain(gathering)
    expect(told({}, none)).not.toContain(gathering)
    expect(told({}, null)).not.toContain('dig')
  })
})

describe('the key figures', () => {
  const known = {
    domains: { total: 1200, paused: 3, recycled: 4 },
    records: { total: 56_000, paused: 7 },
    queries: { total: 0, previousTotal: null },
    nodes: [],
  }
  const shown = (part: object): string[] => texts(renderToStaticMarkup(<KeyFigures figures={figures({ ...known, ...part })} />))
  const counted = (part: object): number => shown(part).filter((one) => one === gathering).length

  test('that are still added up say so, each by itself', () => {
    expect([counted({}), counted({ domains: null }), counted({ records: null }), counted({ queries: null })]).toEqual([0, 1, 1, 1])
    expect(shown({ domains: null, records: null, queries: null }).filter((one) => one === '…')).toHaveLength(3)
    expect(shown({})).toEqual(expect.arrayContaining(['1,200', '56,000', '0']))
  })
})
