import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { SessionRow } from '@nameplane/contract/account/session'
import { SessionList } from './session-list.tsx'

const session = (id: number, part: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id, agent: '', address: '192.0.2.1', countryZh: '中国', countryEn: 'China', isCurrent: false, isLocked: false },
  ...{ createTime: '2026-03-09T12:00:00.000Z', lastUseTime: '2026-03-10T12:00:00.000Z', expireTime: '2026-03-11T12:00:00.000Z' },
  ...part,
})
const shown = (rows: readonly SessionRow[], totalCount = rows.length, refusal: string | null = null): string =>
  renderToStaticMarkup(<SessionList rows={rows} totalCount={totalCount} refusal={refusal} onEnd={() => undefined} />)
const buttons = (html: string): string[] => html.match(/<button[^>]*>/g) ?? []

describe('the sessions of an account', () => {
  test('beyond those listed are counted, and there are none beyond all', () => {
    expect(shown([session(1), session(2)], 5)).toContain('另有 3 个会话未显示')
    expect(shown([session(1), session(2)], 2)).not.toContain('未显示')
  })

  test('can be ended, but for the one that asks', () => {
    expect(buttons(shown([session(1, { isCurrent: true })]))).toHaveLength(0)
    expect(buttons(shown([session(1, { isCurrent: true }), session(2), session(3)]))).toHaveLength(2)
  })

  test('that cannot be ended now say why', () => {
    const [button] = buttons(shown([session(1)], 1, '正在代入'))
    expect(button).toMatch(/ disabled=""/)
    expect(button).toContain('title="正在代入"')
    expect(buttons(shown([session(1)]))[0]).not.toMatch(/ disabled=""/)
  })

  test('say where they are, or that nobody knows, and which of them is locked', () => {
    expect(shown([session(1)])).toContain('中国')
    expect(shown([session(1, { countryZh: null, countryEn: null })])).toContain('未知')
    expect([shown([session(1)]).includes('已锁定'), shown([session(1, { isLocked: true })]).includes('已锁定')]).toEqual([false, true])
  })

  test('are said to be none where there are none', () => expect(shown([])).not.toContain('<ul'))
})
