import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { customLineMessages, customLineWords } from './custom-line.messages.ts'

/* A line that a domain has for itself: from its ranges to the answer of the node, and kept while records are on it. */
const adding = (value: string, line = 'default') => ({ op: 'add' as const, record: { host: 'www', type: 'A', value, line, ttl: 600 } })

/** What the node answers to a client there, as soon as it has what was saved. */
async function answers(domainId: number, client: string, value: string): Promise<void> {
  await waitFor(async () => {
    const { wire } = (await call(explain.record, { domainId, host: 'www', type: 'A', client })).data
    expect(wire?.answers.map((answer) => answer.value)).toEqual([value])
  })
}

describe.each([
  ['zh', '第 2 行与自定义线路“总部”的 IP 段重叠：10.1.128.0/17'],
  ['en', 'Line 2 overlaps custom line 总部: 10.1.128.0/17'],
] as const)('in %s', (language, overlap) => {
  const text = customLineMessages[language]
  const labelled = (member: string) => new RegExp(`^${customLineWords.label(member, language)}\\*?$`)

  test('a line is added, refused while it overlaps, opened as it was saved, used by a record and kept while it is', async () => {
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    await call(record.apply, { domainId: id, changes: [adding('192.0.2.1')] })
    const saved = async () => (await call(customLine.list, { domainId: id })).data.list
    const one = async (called: string) => (await saved()).find((line) => line.name === called)!
    inLanguage(language)
    const { open, hand } = wholeConsole()
    const path = domainPath('line', { domain: name, id, userId: 0 })
    const dialog = async () => within(await screen.findByRole('dialog'))
    const fill = async (values: Readonly<Record<string, string>>): Promise<void> => {
      for (const [member, value] of Object.entries(values)) {
        const field = (await dialog()).getByLabelText<HTMLInputElement>(labelled(member))
        await hand.clear(field)
        await hand.click(field)
        await hand.paste(value)
      }
    }
    const openForm = async () => hand.click((await screen.findAllByRole('button', { name: text.add }))[0]!)
    const submit = async (button: string) => hand.click((await dialog()).getByRole('button', { name: button }))
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await open(path)
    await openForm()
    const ranges = '10.1.0.0/16\n2001:db8:1::/48\n198.51.100.1-198.51.100.20'
    await fill({ name: '总部', segments: ranges })
    await submit(text.add)
    await closed()
    await openForm()
    await fill({ name: 'branch', segments: '10.9.0.1\n10.1.128.0/17' })
    await submit(text.add)
    await screen.findByText(overlap)
    await expectAccessible('ranges that overlap')
    await fill({ segments: '10.9.0.1' })
    await submit(text.add)
    await closed()

    await open(`/redirect${path}?open=edit&row=${(await one('branch')).id}`)
    expect((await dialog()).getByLabelText<HTMLTextAreaElement>(labelled('segments')).value).toBe('10.9.0.1')
    await fill({ segments: '10.9.0.1\n10.9.0.8' })
    await submit(partsMessages[language].save)
    await closed()
    expect(await one('branch')).toMatchObject({ segments: '10.9.0.1\n10.9.0.8', rowVersion: 2 })

    const office = await one('总部')
    expect(office.segments).toBe(ranges)
    await call(record.apply, { domainId: id, changes: [adding('192.0.2.5', office.code)] })
    await answers(id, '10.1.2.0/24', '192.0.2.5')
    await answers(id, '10.3.2.0/24', '192.0.2.1')

    // What a page knows of use may be old: the call is what refuses.
    await expect(call(customLine.delete, { ids: [office.id] })).rejects.toMatchObject({ code: 'custom_line_in_use' })
    await open(`/redirect${path}`)
    const used = await waitFor(
      () => document.querySelector<HTMLElement>(`a[href$="record?line=${office.code}"]`) ?? expect.fail('nothing leads to its records'),
    )
    expect(used.textContent).toBe('1')
    await expectAccessible('custom lines')
    await hand.click(used)
    await screen.findByText('192.0.2.5')
    expect(screen.queryByText('192.0.2.1')).toBeNull()
    expect(screen.getAllByText('总部').length).toBeGreaterThan(0)
  })
})
