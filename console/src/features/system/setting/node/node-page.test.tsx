import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemText } from '@nameplane/contract/problem-text'
import { nodeCheck, type CheckedNode } from '@nameplane/contract/system/node-check'
import { nodeEnrolment, type NodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { formatExactTime } from '../../../../i18n/format.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { answer, refusal, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { CheckedNodes } from './checked-nodes.tsx'
import { NodeInstall } from './node-install.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'
import { nodeInstallMessages } from './node-install.messages.ts'

const language = currentLanguage()
const now = '2026-03-10T12:00:00.000Z'
const anHourAgo = '2026-03-10T11:00:00.000Z'
const aDayAgo = '2026-03-09T12:00:00.000Z'
beforeAll(() => void vi.useFakeTimers({ now: new Date(now) }))
afterAll(() => void vi.useRealTimers())

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const items = (html: string): string[] => [...html.matchAll(/<li.*?<\/li>/gs)].map(([item]) => item)

describe('what is reported of nodes', () => {
  const text = textsIn(nodeCheckMessages, language).nodes
  const node = (nodeId: number, part: Partial<CheckedNode> = {}): CheckedNode => ({
    ...{ nodeId, name: `n${nodeId}`, address: '192.0.2.1', state: 'unknown', since: null, failedPercent: null, reporters: 0, reportTime: null, reason: '' },
    ...part,
  })
  const shown = (nodes: readonly CheckedNode[]): string => shownWith(<CheckedNodes />, [answer(nodeCheck.nodes, {}, { data: [...nodes] })])

  test('is how many of the checks failed, by how many, when, and why', () => {
    const failing = node(1, { state: 'failing', failedPercent: 75, reporters: 3, reportTime: anHourAgo, reason: 'timeout' })
    const reachable = node(2, { state: 'reachable', failedPercent: 0, reporters: 1, reportTime: anHourAgo })
    const html = shown([failing, reachable])
    expect(items(html).map(plain)).toEqual([
      `n1 192.0.2.1 ${text.states.failing} ${text.failed} 75 % · ${text.reporters(3)} · 1 小时前 · timeout`,
      `n2 192.0.2.1 ${text.states.reachable} ${text.failed} 0 % · ${text.reporters(1)} · 1 小时前`,
    ])
    expect(html).toContain(`title="${formatExactTime(anHourAgo)}"`)
    expect(items(html).map((item) => /bg-kumo-(danger|success)/.exec(item)?.[1])).toEqual(['danger', 'success'])
  })

  test('is nothing yet of a node that nobody reported, and of no nodes', () => {
    expect(items(shown([node(1)])).map(plain)).toEqual([`n1 192.0.2.1 ${text.states.unknown} ${text.unknownHelp}`])
    expect([shown([]).includes(text.none), shown([node(1)]).includes(text.none)]).toEqual([true, false])
  })

  test('is asked for again where it did not come', () => {
    const html = shownWith(<CheckedNodes />, [refusal(nodeCheck.nodes, {}, 'right_missing')])
    expect([html.includes(problemText('right_missing', language)), html.includes(text.none)]).toEqual([true, false])
  })
})

describe('the install commands and the nodes that came of them', () => {
  const text = textsIn(nodeInstallMessages, language)
  const row = (id: number, state: NodeEnrolment['state'], part: Partial<NodeEnrolment> = {}): NodeEnrolment => ({
    ...{
      id,
      name: `cdn-${id}`,
      kind: 'cdn',
      state,
      createUser: 'ada',
      createTime: aDayAgo,
      expireTime: anHourAgo,
      useTime: null,
      address: '',
      lastCallTime: null,
    },
    ...part,
  })
  const enrolled = { useTime: aDayAgo, address: '192.0.2.7' }
  const shown = (rows: readonly NodeEnrolment[], search: Record<string, string> = {}): string =>
    shownWith(<NodeInstall title="CDN" tabs={null} />, [answer(nodeEnrolment.list, {}, { data: [...rows] })], { search })
  const rows = (html: string): string[] => items(html.split('<ul aria-label')[1]!.split('</ul>')[0]!)
  const offered = (html: string): string[][] => rows(html).map((item) => [...item.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name = '']) => name))

  test('say until when a command can be used, or since when it cannot', () => {
    expect(rows(shown([row(1, 'open'), row(2, 'expired')])).map((item) => plain(item.split('<button')[0]!))).toEqual([
      `cdn-1 ${text.states.open} ${text.openUntil(formatExactTime(anHourAgo), 'ada')}`,
      `cdn-2 ${text.states.expired} ${text.expiredAt(formatExactTime(anHourAgo), 'ada')}`,
    ])
  })

  test('say from where a node came, when, and when it was last heard of', () => {
    const said = rows(shown([row(1, 'waiting', enrolled), row(2, 'enabled', { ...enrolled, lastCallTime: anHourAgo })]))
    expect(said.map((item) => plain(item.split('<button')[0]!))).toEqual([
      `cdn-1 ${text.states.waiting} ${text.enrolledFrom('192.0.2.7')} · ${text.enrolled} 1 天前 · ${text.neverCalled}`,
      `cdn-2 ${text.states.enabled} ${text.enrolledFrom('192.0.2.7')} · ${text.enrolled} 1 天前 · ${text.lastCall} 1 小时前`,
    ])
  })

  test('can be enabled where a node waits, disabled where one is enabled, and deleted always', () => {
    const remove = textsIn(partsMessages, language).delete
    const states = ['open', 'expired', 'waiting', 'enabled', 'revoked'] as const
    expect(offered(shown(states.map((state, id) => row(id, state))))).toEqual([[remove], [remove], [text.enable, remove], [text.disable, remove], [remove]])
  })

  test('are none yet, or cannot be seen, and each is said alone', () => {
    expect([shown([]).includes(text.none), shown([row(1, 'open')]).includes(text.none)]).toEqual([true, false])
    const html = shownWith(<NodeInstall title="CDN" tabs={null} />, [refusal(nodeEnrolment.list, {}, 'right_missing')])
    expect([html.includes(problemText('right_missing', language)), html.includes(text.none)]).toEqual([true, false])
  })
})
