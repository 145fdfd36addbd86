import { describe, expect, test } from 'vitest'
import { vanityNameserver, type NameserverAddresses } from '@nameplane/contract/dns/vanity-nameserver'
import { answer, shownWith } from '../../screen-parts/shown-with.testing.tsx'
import { currentLanguage } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { NameserverAddressList } from './nameserver-addresses.tsx'
import { nameserverAddressesMessages } from './nameserver-addresses.messages.ts'

const text = textsIn(nameserverAddressesMessages, currentLanguage())
const here = { id: 7, domain: 'own.example', userId: 3, isEditable: true }
const closed = { ...here, id: 8, domain: 'closed.example', isEditable: false }
const named = (part: Partial<NameserverAddresses>): NameserverAddresses => ({
  ...{ name: 'ns1.own.example', state: 'correct', wanted: ['192.0.2.1'], found: ['192.0.2.1'], lacking: [], zone: here },
  ...part,
})
function shown(list: NameserverAddresses[]): string {
  const which = { of: 'domain' as const, id: 7 }
  return shownWith(<NameserverAddressList {...which} />, [answer(vanityNameserver.addresses, which, { data: { list, isPublished: true } })])
}
/** What is to be entered at the registrar. */
const glue = (html: string): string | undefined => /<pre[^>]*>([^<]*)/.exec(html)?.[1]

describe('the addresses of vanity name servers', () => {
  test('are shown as they should be and as they are, and say where there are none', () => {
    const html = shown([named({ found: ['198.51.100.1'], state: 'foreign' }), named({ name: 'ns2.own.example', found: null, zone: null, state: 'unknown' })])
    for (const word of ['192.0.2.1', '198.51.100.1', text.states.foreign, text.states.unknown, text.foreignHelp, text.notAsked, text.outside, text.ask])
      expect(html).toContain(word)
    const own = shown([named({})])
    for (const word of [text.foreignHelp, text.noNodes, text.notAsked, text.outside, text.ask, text.publishing]) expect(own).not.toContain(word)
    expect(own).toContain(text.inZone('own.example'))
    expect(shown([named({ found: [] })])).toContain(text.none)
    expect(shown([])).toBe('')
  })

  test('are glue for the registrar, by name, of those that have nodes', () => {
    const two = [named({ wanted: ['192.0.2.1', '2001:db8::1'] }), named({ name: 'ns2.own.example', wanted: [] }), named({ name: 'ns3.own.example' })]
    expect(glue(shown(two))).toBe('ns1.own.example 192.0.2.1 2001:db8::1\nns3.own.example 192.0.2.1')
    const none = shown([named({ wanted: [] })])
    expect([glue(none), none.includes(text.noNodes), none.includes(text.glue)]).toEqual([undefined, true, false])
  })

  test('can be added where some lack: counted, in a domain that can be edited', () => {
    const lacking = ['192.0.2.1', '192.0.2.2']
    expect(shown([named({})])).not.toContain(text.add(0))
    const html = shown([
      named({ lacking }),
      named({ name: 'ns2.own.example', lacking: ['192.0.2.3'] }),
      named({ name: 'ns.closed.example', lacking, zone: closed }),
    ])
    expect(html).toContain(text.add(3))
    expect(html).not.toContain(text.notEditable('closed.example'))
    const refused = shown([named({ lacking, zone: closed })])
    expect([refused.includes(text.add(2)), refused.includes(text.notEditable('closed.example'))]).toEqual([true, true])
    expect(shown([named({ lacking, zone: null })])).not.toContain(text.add(2))
  })
})
