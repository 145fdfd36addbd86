import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, inject, test } from 'vitest'
import { record, type WrittenChange } from '@nameplane/contract/dns/record'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../../api/client.ts'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { elsewhere } from '../../../../browser/pressed/pressed-platform.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { comparisonMessages } from './comparison.messages.ts'
import { newDomain, openedAt } from './opened-setting.testing.tsx'

/* A domain is about to be delegated here: what its previous name server says is compared before. */

const add = (host: string, type: string, value: string): WrittenChange => ({ op: 'add', record: { host, type, value, ttl: 600 } })
const theSame = (count: number): WrittenChange[] => Array.from({ length: count }, (_, at) => add(`same${String(at).padStart(2, '0')}`, 'A', '192.0.2.7'))
/** Two answers differ, one name is missing, and one question has no answer. */
const planted = [
  add('mail', 'MX', '10 mail.elsewhere.example.'),
  ...[add('www', 'A', '192.0.2.1'), add('api', 'A', '192.0.2.3'), add('gone', 'A', '192.0.2.5'), add('mute', 'A', '192.0.2.6')],
  add('*.wild', 'A', '192.0.2.7'),
]
/** Two pages of record sets. */
const total = 21

/** What a row says, piece by piece. */
function said(row: Node): string {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  const pieces: string[] = []
  while (texts.nextNode()) pieces.push(texts.currentNode.textContent ?? '')
  return pieces.join(' ')
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = comparisonMessages[language]

  /** The dialog over the settings of a new domain that holds these records. One account compares one page in a second, so that each test has its own. */
  async function opened(prefix: string, changes: readonly WrittenChange[] = []) {
    inLanguage(language)
    const made = await newDomain(`${prefix}${freshWord()}.example`)
    if (changes.length > 0) await call(record.apply, { domainId: made.id, changes: [...changes] })
    await signInWith(['domain.read', 'domain.write', 'record.read', 'record.write', 'secondary.read', 'user.read'])
    const console = await openedAt('setting', made)
    await console.hand.click(await screen.findByRole('button', { name: text.open }))
    const dialog = within(await screen.findByRole('dialog', { name: text.title(made.name) }))
    return {
      ...{ made, hand: console.hand, dialog },
      press: (name: string) => console.hand.click(dialog.getByRole('button', { name })),
      servers: () => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`^${text.servers}`) }),
      name: (value: string) => fireEvent.change(dialog.getByRole('textbox', { name: new RegExp(`^${text.servers}`) }), { target: { value } }),
      /** How many record sets are in a view, as its button says. */
      view: (view: keyof typeof text.views, count: number) => dialog.findByRole('button', { name: `${text.views[view]} ${count}` }),
      views: () => dialog.queryByRole('group', { name: text.show }),
    }
  }

  test('a domain that is delegated nowhere has nothing to compare with, which is said in the language of the page', async () => {
    const { hand, dialog, press, views } = await opened('')
    await press(text.start)
    await dialog.findByText(problemText('required', language))
    await press(text.lookUp)
    await dialog.findByText(text.found.none)
    const other = language === 'zh' ? 'en' : 'zh'
    const change = () => hand.click(document.querySelector('button[lang]') ?? expect.fail('there is no button for the language'))
    await change()
    expect(await screen.findByText(comparisonMessages[other].found.none)).toBeTruthy()
    await change()
    await screen.findByText(text.found.none)
    expect(views()).toBeNull()
  })

  test('the present name servers are looked up, and those inside the network are refused at the field', async () => {
    const { dialog, press, servers, name, views } = await opened(elsewhere.delegatedPrefix)
    for (const before of ['', elsewhere.nameservers[0]]) {
      name(before)
      await press(text.lookUp)
      await waitFor(() => expect(servers().value).toBe(elsewhere.nameservers.join('\n')))
      await dialog.findByRole('button', { name: text.lookUp })
    }
    // Nothing has been compared, so there is nothing to choose from.
    expect(views()).toBeNull()
    name('10.0.0.53')
    await press(text.start)
    const refusal = await dialog.findByText(problemText('comparison_server_refused', language, { server: '10.0.0.53' }))
    expect(servers().getAttribute('aria-describedby')?.split(' ')).toContain(refusal.id)
    expect(views()).toBeNull()
  })

  test('a single name server is looked up as well', async () => {
    const { press, servers } = await opened(elsewhere.onePrefix)
    await press(text.lookUp)
    await waitFor(() => expect(servers().value).toBe(elsewhere.nameservers[0]))
  })

  test('what differs, is missing and has no answer is listed with both values, page after page, as often as it is asked for', async () => {
    const { made, hand, dialog, press, name, view, views } = await opened('', [...planted, ...theSame(total - planted.length)])
    const server = inject('previousServer')
    const rows = () => dialog.getAllByRole('listitem')
    name(server)
    await press(text.start)
    await dialog.findByText(text.finished(4, String(total)))
    expect(views()).not.toBeNull()
    await view('attention', 4)
    expect(rows().map(said)).toEqual([
      `api A ${text.views.different} ${text.ours} 192.0.2.3 TTL 600 ${server} 192.0.2.3 192.0.2.4 TTL 3600`,
      `gone A ${text.views.missing} ${text.ours} 192.0.2.5 TTL 600 ${server} ${text.noValues}`,
      `mute A ${text.views.no_answer} ${text.ours} 192.0.2.6 TTL 600 ${server} ${text.failures.timed_out}`,
      `www A ${text.views.different} ${text.ours} 192.0.2.1 TTL 600 ${server} 192.0.2.99 TTL 3600`,
    ])
    await expectAccessible('comparison before the switch')
    const same = await view('equal', total - 4)
    same.focus()
    await hand.keyboard('{Enter}')
    await waitFor(() => expect(rows()).toHaveLength(total - 4))
    expect(rows().map(said)).toContainEqual(expect.stringMatching(/^\*\.wild A /))

    // What had no answer is given up, and the comparison is stopped after its first page.
    const { list } = (await call(record.list, { domainId: made.id, search: 'mute' })).data
    const mute = list.find(({ host }) => host === 'mute') ?? expect.fail('a record is gone')
    await call(record.apply, { domainId: made.id, changes: [{ op: 'delete', id: mute.id, version: mute.version }, add('next', 'A', '192.0.2.7')] })
    await press(text.again)
    await dialog.findByText(text.progress('20', String(total)))
    await press(text.stop)
    await dialog.findByText(text.stopped('20', String(total)))
    await press(text.again)
    await dialog.findByText(text.finished(3, String(total)))
    await view('attention', 3)
  })

  test('what only the other side has is found by the import', async () => {
    const { made, hand, dialog } = await opened('')
    await hand.click(dialog.getByRole('link', { name: text.transfer }))
    const title = language === 'zh' ? `导入解析记录到 ${made.name}` : `Import records into ${made.name}`
    await screen.findByRole('dialog', { name: title })
  })
})
