import { describe, expect, test } from 'vitest'
import { serviceGroup, type ServiceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { answer, refusal, rowsOf, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { ServiceGroupPage } from './service-group-page.tsx'
import { serviceGroupMessages } from './service-group.messages.ts'

const language = currentLanguage()
const text = textsIn(serviceGroupMessages, language)
const parts = textsIn(partsMessages, language)
const time = '2026-03-10T08:00:00.000Z'
const group: ServiceGroup = {
  ...{ id: 7, name: 'Standard', nameservers: ['ns1.example.net', 'ns2.example.net'], mname: 'ns1.example.net', rname: 'host.example.net' },
  ...{ isDefault: false, status: 1, weight: 0, remark: 'of everybody', domainCount: 3, nodeCount: 2, createTime: time, updateTime: time, rowVersion: 1 },
}
const asked = { page: 1, limit: 20, order: 'desc' as const }
const listed = (list: ServiceGroup[], sent = {}) => answer(serviceGroup.list, { ...asked, ...sent }, { data: { list, totalCount: list.length } })
const shown = (answers: Parameters<typeof shownWith>[1], search: Record<string, string> = {}): string =>
  shownWith(<ServiceGroupPage />, answers, { pathname: '/dns/serve/group', search })

describe('the list of service groups', () => {
  test('says of each what it is, with all of its name servers', () => {
    const html = shown([listed([group, { ...group, id: 8, name: 'First', isDefault: true }])])
    const [standard, first] = rowsOf(html).slice(1)
    expect(standard!.slice(0, 4)).toEqual(['Standard', 'ns1.example.net, ns2.example.net', '3', '2'])
    expect(standard).toContain('of everybody')
    expect(first!.slice(0, 2)).toEqual(['First', text.isDefault])
    expect(html).toContain('title="ns1.example.net\nns2.example.net"')
  })

  test('says that there are none, or none of those that are looked for', () => {
    const states = (html: string): boolean[] => [text.none, text.noneHelp, parts.noMatches].map((said) => html.includes(said))
    expect(states(shown([listed([])]))).toEqual([true, true, false])
    expect(states(shown([listed([], { search: 'nothing' })], { search: 'nothing' }))).toEqual([false, false, true])
    expect(states(shown([listed([group])]))).toEqual([false, false, false])
  })

  test('says why it cannot be read, and goes on showing what was', () => {
    const refused = refusal(serviceGroup.list, asked, 'right_missing')
    const said = problemText('right_missing', language)
    const alone = shown([refused])
    expect([alone.includes(said), rowsOf(alone).length, alone.includes(text.none)]).toEqual([true, 0, false])
    const beside = shown([listed([group]), refused])
    expect([beside.includes(said), rowsOf(beside).length]).toEqual([true, 2])
  })
})
