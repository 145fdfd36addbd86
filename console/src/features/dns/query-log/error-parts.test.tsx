import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { LoggedErrors, LoggedQuery, queryLog } from '@nameplane/contract/dns/query-log'
import type { Reply } from '@nameplane/contract/endpoint'
import { ErrorParts } from './error-parts.tsx'

const domain = { id: 7, userId: 3, domain: 'example.com' }
const time = '2026-03-10T12:00:00.000Z'
const sample: LoggedQuery = {
  ...{ key: '1', time, node: 'built-in', nodeId: 1, client: '192.0.2.1', subnet: null, transport: 'udp', name: 'a.example.com', type: 'A' },
  ...{ line: 'default', answeredLine: null, rcode: 'NXDOMAIN', answers: 0, values: null, isTruncated: false },
}
const nothing: Reply<typeof queryLog.errors>['data'] = { nodes: [], groups: [], isCut: false, aliases: [], start: time, answers: 0, codes: [] }
const group = (part: Partial<LoggedErrors> = {}): LoggedErrors => ({
  ...{ cause: 'name_missing', rcode: 'NXDOMAIN', count: 3, first: time, last: time, moreNames: 0, sample },
  names: [{ name: 'a.example.com', host: 'a', type: 'A', count: 3 }],
  ...part,
})
const shown = (part: Partial<typeof nothing>): string => renderToStaticMarkup(<ErrorParts domain={domain} errors={{ ...nothing, ...part }} />)
const links = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&').replace(/^.*7\/3\//, ''))

describe('error answers', () => {
  test('are said to be none where there are none, and not otherwise', () => {
    expect(shown({})).toContain('没有错误应答')
    expect(shown({ groups: [group()] })).not.toContain('没有错误应答')
  })
  test('are said to be cut where they are', () => expect([shown({ isCut: true }), shown({})].map((html) => html.includes('仅归类'))).toEqual([true, false]))

  test.each([
    ['a name that does not exist to a record for it', group(), ['record?open=add&host=a&type=A']],
    ['a target that does not exist to the records that name it', group({ cause: 'target_missing' }), ['record?search=a']],
    ['a name that becomes too long to the records that do it', group({ cause: 'name_too_long' }), ['record?search=a']],
    ['a transfer that was refused to the secondary servers', group({ cause: 'transfer_refused' }), ['#/dns/serve/secondary']],
    ['a domain that nodes do not have to its settings', group({ cause: 'not_served' }), ['setting']],
    ['a query that nobody can mend nowhere', group({ cause: 'malformed' }), []],
    ['a name of another domain nowhere', group({ names: [{ name: 'b.example.net', host: null, type: 'A', count: 1 }] }), []],
  ])('lead from %s, and to the log', (_, one, ways) => expect(links(shown({ groups: [one] }))).toEqual([...ways, 'log-request?rcode=NXDOMAIN']))

  test('count the names beyond those shown', () => {
    expect(shown({ groups: [group({ moreNames: 4 })] })).toContain('另 4 个')
    expect(shown({ groups: [group()] })).not.toContain('另 ')
  })
})

describe('targets that cannot be resolved', () => {
  const alias = { host: '@', line: 'default', target: 'edge.example.net', problem: 'name_missing', askedAt: time } as const
  test('have a part of their own only where there are any', () => {
    expect(shown({})).not.toContain('无法解析的 ALIAS 目标')
    const html = shown({ aliases: [alias] as unknown as typeof nothing.aliases })
    expect(html).toContain('无法解析的 ALIAS 目标')
    expect(links(html)).toEqual(['record?search=%40'])
  })
})

describe('answers by their code', () => {
  test('have their share of all answers', () => {
    const html = shown({ answers: 3000, codes: [{ rcode: 'NXDOMAIN', answers: 1250, before: 1400 }] })
    expect(
      html
        .split(/<[^>]*>/)
        .filter((text) => text !== '')
        .slice(-4),
    ).toEqual(['NXDOMAIN', '1,250', '41.7%', '1,400'])
  })
  test('are said to be none where nothing was asked', () => expect(shown({})).toContain('没有查询'))
})
