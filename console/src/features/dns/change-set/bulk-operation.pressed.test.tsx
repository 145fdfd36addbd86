import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { downloads } from '../../../browser/pressed/downloads.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import type { Language } from '../../../i18n/language.ts'
import { currentAddress } from '../../../routing/address.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'

/* Bulk operations from what is asked to what is done and taken back, in the whole console. */

const path = (page: string): string => `/dns/domain/bulk/${page}`
const from = '192.0.2.7'
const to = '203.0.113.77'

async function domainWith(name: string, records: readonly (readonly [host: string, value: string])[]): Promise<number> {
  const { id } = (await call(domain.save, { domain: name })).data
  const changes = records.map(([host, value]) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl: 600 } }))
  await call(record.apply, { domainId: id, changes })
  return id
}
const recordsOf = async (domainId: number, host: string) =>
  (await call(record.list, { domainId, limit: 200 })).data.list.filter((one) => one.host === host).map(({ type, value }) => `${type} ${value}`)
const idOf = async (name: string) => (await call(domain.list, { search: name })).data.list[0]!.id
/** The set that the address shows. */
const shownSet = () => Number(/set=(\d+)/.exec(currentAddress().search)?.[1])
const detailOf = async (id: number) => (await call(changeSet.detail, { id })).data

function pageIn(language: Language) {
  const text = changeSetMessages[language]
  const named = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}\\*?$`) })
  const field = (name: string) => named(changeSetWords.label(name, language))
  const replacement = () => named(text.toOf.replace)
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const progress = (count: number) => text.log.progress(String(count), count)
  /** Looks again and again until the operation has come to all of its domains. */
  const done = async (count: number) => {
    const drawer = await screen.findByRole('dialog')
    await waitFor(() => expect(within(drawer).getAllByRole('status')[0]!.textContent).toBe(progress(count)))
    return within(drawer)
  }
  return { text, field, replacement, button, done }
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const { text, field, replacement, button, done } = pageIn(language)

  test('an address is replaced in many domains, found again by who comes back to it, and taken back', async () => {
    const word = freshWord()
    const count = 12
    const names = Array.from({ length: count }, (_, index) => `a${index}-${word}.example`)
    // Two of eleven records are no large part of a domain.
    const others = Array.from({ length: 9 }, (_, index) => [`h${index}`, `198.51.100.${index + 1}`] as const)
    const ids = await Promise.all(names.map((name) => domainWith(name, [['www', from], ['ftp', from], ...others])))
    const replaced = async (host: string) => (await Promise.all(ids.map((id) => recordsOf(id, host)))).flat()
    const all = (value: string) => names.map(() => `A ${value}`)

    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open(path('recordUpdate'))
    const list = async (lines: readonly string[]) => {
      await hand.clear(field('domains'))
      await hand.click(field('domains'))
      await hand.paste(lines.join('\n'))
    }
    await list([...names, names[0]!, '-bad'])
    expect(screen.getByText(textOfProblem('domain_line_invalid', language, { line: '-bad' }))).toBeTruthy()
    expect(screen.getByText(textOfProblem('domain_line_repeated', language, { line: names[0]! }))).toBeTruthy()
    await expectAccessible('a bulk change')
    await list(names)
    await hand.type(field('find'), from)
    await hand.type(replacement(), to)
    await hand.click(button(text.preview))
    await screen.findByRole('button', { name: text.submit(count) })
    expect(document.querySelector('pre')!.textContent).toContain(`${names[0]}  www 600 IN A ${to}`)
    await expectAccessible('the preview of a bulk change')

    // The way back keeps what was filled in.
    await hand.click(button(text.back))
    expect(replacement().value).toBe(to)
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.submit(count) }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await done(count)
    await expectAccessible('a bulk operation')
    const set = shownSet()
    expect([await replaced('www'), await replaced('ftp')]).toEqual([all(to), all(to)])

    // It is there again for whoever comes back to it.
    await open(path('recordUpdate'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await open(`/redirect${path('log')}?set=${set}`)
    const drawer = await done(count)
    await hand.click(drawer.getByRole('button', { name: text.log.undo }))
    await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text.log.undo }))
    await waitFor(() => expect(shownSet()).toBeGreaterThan(set))
    const undoing = shownSet()
    await waitFor(async () => expect([(await detailOf(set)).state, (await detailOf(undoing)).state]).toEqual(['undone', 'done']))
    expect((await detailOf(undoing)).kind).toBe('undo')
    const taken = await done(count)
    expect([await replaced('www'), await replaced('ftp')]).toEqual([all(from), all(from)])
    // A message that another test sends here meanwhile can be closed too.
    await hand.click(taken.getByRole('button', { name: text.log.close }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const row = await screen.findByRole('row', { name: new RegExp(`#${set}\\b`) })
    await within(row).findByText(text.choices.state.undone)
    await expectAccessible('the log of bulk operations')
  })
})

describe('what is submitted', () => {
  const language = 'en'
  const { text, field, replacement, button, done } = pageIn(language)

  test('asks for the number of records where it changes a large part of a domain', async () => {
    const name = `${freshWord()}.example`
    const hosts = Array.from({ length: 10 }, (_, index) => `h${index}`)
    const id = await domainWith(
      name,
      hosts.map((host) => [host, from]),
    )
    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open(path('recordUpdate'))
    await hand.click(screen.getByRole('radio', { name: text.filtered }))
    await hand.type(field('domainSearch'), name)
    await hand.type(field('find'), from)
    await hand.type(replacement(), to)
    await hand.click(button(text.preview))
    await screen.findByText(text.thresholds.large_share(1))
    await hand.click(button(text.submit(1)))
    const asked = within(await screen.findByRole('alertdialog'))
    const typed = asked.getByRole('textbox', { name: partsMessages[language].typeToConfirm('10') })
    const submit = () => asked.getByRole<HTMLButtonElement>('button', { name: text.submit(1) })
    await hand.type(typed, '9')
    expect(submit().disabled).toBe(true)
    await hand.clear(typed)
    await hand.type(typed, '10')
    await hand.click(submit())
    await done(1)
    expect(await recordsOf(id, 'h7')).toEqual([`A ${to}`])
  })

  test('adds domains with records, and records to many domains by their number', async () => {
    const word = freshWord()
    const names = [`first-${word}.example`, `second-${word}.example`]
    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open(path('domainsCreate'))
    await hand.type(field('domains'), names.join('\n'))
    await hand.click(button(text.addRecord))
    await hand.type(field('host'), 'www')
    await hand.type(screen.getByRole('textbox', { name: text.recordValue }), '198.51.100.42')
    await expectAccessible('adding domains')
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.submit(2) }))
    await done(2)
    expect(await recordsOf(await idOf(names[1]!), 'www')).toEqual(['A 198.51.100.42'])

    await open(path('recordCreate'))
    await hand.type(field('domains'), names.join('\n'))
    await hand.type(field('host'), 'node{{n}')
    await hand.clear(field('type'))
    await hand.type(field('type'), 'CNAME')
    await hand.type(screen.getByRole('textbox', { name: text.recordValue }), 'www.{{domain}.')
    await expectAccessible('adding records')
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.submit(2) }))
    await done(2)
    expect(await recordsOf(await idOf(names[1]!), 'node2')).toEqual([`CNAME www.${names[1]}.`])
  })

  test('hands out the records of several domains as one file with a file of each', async () => {
    const word = freshWord()
    const names = [`first-${word}.example`, `second-${word}.example`]
    await Promise.all(names.map((name) => domainWith(name, [['www', from]])))
    const files = downloads()
    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open(path('recordExport'))
    await hand.type(field('domains'), names.join('\n'))
    await hand.selectOptions(screen.getByRole('combobox', { name: new RegExp(`^${changeSetWords.label('format', language)}`) }), 'json')
    await expectAccessible('exporting records')
    await hand.click(button(text.export.run))
    await waitFor(() => expect(files.map((file) => file.name)).toEqual([expect.stringMatching(/^records-.*\.zip$/)]))
    const content = await files[0]!.text()
    for (const name of names) expect(content).toContain(`${name}.json`)
  })
})
