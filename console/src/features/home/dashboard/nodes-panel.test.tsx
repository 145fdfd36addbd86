import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DashboardFigures } from './key-figures.tsx'
import { NodesPanel } from './nodes-panel.tsx'

const node = {
  ...{ id: 1, name: 'built-in', driver: 'builtin', address: '127.0.0.1', port: 5300, state: 'online', stateReason: '', version: '0.1.0' },
  ...{ lastSeenTime: '2026-03-10T12:00:00.000Z', pending: 0, failing: 0, pendingSince: null, answers: 0 },
  ...{ limited: { dropped: 0, slipped: 0, spared: 0 }, limitedTime: null },
} as const

/** What the panel says of a node whose process was started again at that moment. */
function shown(restartTime: string | null, restartCause: string): string {
  const nodes = [{ ...node, restarts: restartTime === null ? 0 : 2, restartTime, restartCause }]
  return renderToStaticMarkup(<NodesPanel figures={{ time: '2026-03-10T12:00:00.000Z', nodes, processes: [] } as unknown as DashboardFigures} />)
}

describe('the panel of nodes', () => {
  it.each([
    ['how often a process was started again, and how it had ended', '2026-03-10T11:00:00.000Z', 'SIGKILL', '重新启动 2 次', 'SIGKILL'],
    ['that a node was lost, in words', '2026-03-04T12:00:00.000Z', 'lost', '重新启动 2 次', '失去连接'],
  ])('says %s', (_, time, cause, count, word) => {
    const html = shown(time, cause)
    expect([html.includes(count), html.includes(word)]).toEqual([true, true])
  })

  const limited = (limitedTime: string | null, dropped: number, spared: number): string => {
    const nodes = [{ ...node, restarts: 0, restartTime: null, restartCause: '', limited: { dropped, slipped: 0, spared }, limitedTime }]
    return renderToStaticMarkup(<NodesPanel figures={{ time: '2026-03-10T12:00:00.000Z', nodes, processes: [] } as unknown as DashboardFigures} />)
  }

  it('says of what queries over the limit became, for a week', () => {
    expect(limited('2026-03-10T11:00:00.000Z', 1_234, 0)).toContain('查询限速：丢弃 1,234，最近')
    expect(limited('2026-03-10T11:00:00.000Z', 2, 3)).toContain('查询限速：丢弃 2，仅计数 3，最近')
    expect(limited(null, 0, 0)).not.toContain('查询限速')
    expect(limited('2026-03-03T11:59:00.000Z', 2, 0)).not.toContain('查询限速')
  })

  it.each([
    ['beside nodes', [{ ...node, restarts: 0, restartTime: null, restartCause: '' }]],
    ['where there is no node', []],
  ])('says the same of platform and database, for a week, %s', (_, nodes) => {
    const processes = [
      { process: 'platform', restarts: 3, restartTime: '2026-03-10T11:00:00.000Z', restartCause: 'TypeError: out of reach' },
      { process: 'database', restarts: 1, restartTime: '2026-03-03T11:59:00.000Z', restartCause: 'SIGKILL' },
    ]
    const html = renderToStaticMarkup(<NodesPanel figures={{ time: '2026-03-10T12:00:00.000Z', nodes, processes } as unknown as DashboardFigures} />)
    expect(html).toContain('<dt>平台</dt>')
    expect(html).toMatch(/重新启动 3 次，最近[^<]+（TypeError: out of reach）/)
    expect(html).not.toContain('数据库')
  })

  it.each([
    ['never', null],
    ['more than a week ago', '2026-03-03T11:59:00.000Z'],
  ])('says nothing of it when that was %s', (_, time) => expect(shown(time, 'SIGKILL')).not.toContain('重新启动'))
})
