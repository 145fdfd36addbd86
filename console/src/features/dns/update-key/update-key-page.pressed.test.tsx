import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

/* The update keys of a domain, from the first one that is added to the last one that is deleted. That programs can use them: the journey of DNS UPDATE. */

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = updateKeyMessages[language]
  const parts = partsMessages[language]
  const policyText = '_acme-challenge TXT\nhome A AAAA'
  const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
  type Part = Awaited<ReturnType<typeof dialogOf>>
  const field = (dialog: Part, key: 'name' | 'policy') => dialog.getByLabelText<HTMLTextAreaElement>(new RegExp(`^${updateKeyWords.label(key, language)}\\*?$`))
  const write = (dialog: Part, key: 'name' | 'policy', value: string) => fireEvent.change(field(dialog, key), { target: { value } })
  const button = (dialog: Part, name: string) => dialog.getByRole('button', { name })
  const isGone = (role: 'dialog' | 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull())
  const codesIn = (name: string) => [...screen.getByRole('dialog', { name }).querySelectorAll('code')].map(({ textContent }) => textContent)

  /** The keys of a new domain. */
  async function opened() {
    inLanguage(language)
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    const path = domainPath('update', { domain: name, id, userId: 0 })
    return { id, name, path, keys: async () => (await call(updateKey.list, { domainId: id })).data.list, console: wholeConsole() }
  }

  test('a key is added, a wrong line is said at the field, and its secret is shown once, as programs want it', async () => {
    const { name, path, keys, console } = await opened()
    const { hand } = console
    await console.open(path)
    await screen.findAllByText(text.none)
    await hand.click(screen.getAllByRole('button', { name: text.add })[0]!)
    const form = await dialogOf(text.add)
    write(form, 'name', 'acme')
    write(form, 'policy', '_acme-challenge TXT\nwww')
    await hand.click(button(form, text.add))
    const problem = await form.findByText(problemText('update_policy_invalid', language, { row: 2 }))
    expect(field(form, 'policy').getAttribute('aria-describedby')?.split(' ')).toContain(problem.closest('[id]')?.id)
    expect(await keys()).toEqual([])

    write(form, 'policy', policyText)
    await hand.click(button(form, text.add))
    const shown = await dialogOf(text.created)
    const [keyName, algorithm, secret = '', parameter, configuration] = codesIn(text.created)
    expect(secret).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect([keyName, algorithm, parameter]).toEqual([`acme.${name}`, 'hmac-sha256', `-y hmac-sha256:acme.${name}:${secret}`])
    expect(configuration).toBe(`key "acme.${name}" {\n  algorithm hmac-sha256;\n  secret "${secret}";\n};\n`)
    await expectAccessible('an added update key')
    await hand.click(button(shown, text.done))
    await isGone('dialog')

    await console.open(`/redirect${path}`)
    await screen.findByText('_acme-challenge TXT, home A AAAA')
    expect(screen.getByText(text.never)).toBeTruthy()
    expect(document.body.textContent).not.toContain(secret)
    await expectAccessible('update keys')
    expect(await keys()).toMatchObject([{ name: 'acme', keyName: `acme.${name}`, policy: policyText, lastUseTime: null }])
  })

  test('a key is changed and renewed by links to its dialogs, and deleted from its menu', async () => {
    const { id, name, path, keys, console } = await opened()
    const { hand } = console
    const made = (await call(updateKey.save, { domainId: id, name: 'acme', policy: policyText })).data
    await console.open(`${path}?open=edit&row=${made.id}`)
    const form = await dialogOf(text.editTitle('acme'))
    expect(field(form, 'policy').value).toBe(policyText)
    write(form, 'policy', 'www A')
    await hand.click(button(form, parts.save))
    await isGone('dialog')
    await screen.findByText('www A')
    expect(await keys()).toMatchObject([{ name: 'acme', policy: 'www A' }])

    await console.open(`${path}?open=renew&row=${made.id}`)
    await hand.click(button(within(await screen.findByRole('alertdialog')), text.renew))
    const shown = await dialogOf(text.renewed)
    const [keyName, , secret, parameter] = codesIn(text.renewed)
    expect([keyName, parameter]).toEqual([`acme.${name}`, `-y hmac-sha256:acme.${name}:${secret}`])
    expect(secret).not.toBe(made.secret)
    await hand.click(button(shown, text.done))
    await isGone('dialog')

    await hand.click(screen.getByRole('button', { name: `${parts.moreActions} acme` }))
    await hand.click(await screen.findByRole('menuitem', { name: parts.delete }))
    await hand.click(button(within(await screen.findByRole('alertdialog')), parts.delete))
    await screen.findAllByText(text.none)
    expect(await keys()).toEqual([])
  })
})
