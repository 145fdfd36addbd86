import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { call } from '../../../api/client.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { userMessages } from '../../../entities/user/user.messages.ts'
import { nameserverAddressesMessages } from '../../../entities/vanity-nameserver/nameserver-addresses.messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { vanityNameserverMessages, vanityNameserverWords } from './vanity-nameserver.messages.ts'

/* Name servers under the names of a customer: given to a user, found by their addresses, and taken away. */

type Customer = { readonly userId: number; readonly username: string; readonly id: number; readonly names: readonly string[] }

/** A user with a domain, and names in that domain which its name servers may have. */
async function newCustomer(): Promise<Customer> {
  const username = freshWord()
  const userId = (await call(user.save, { username, password: 'tulip-Ferry-29-moss' })).data.id
  const name = `shop-${username}.example`
  const { id } = (await call(domain.save, { domain: name, userId })).data
  return { userId, username, id, names: [`ns1.${name}`, `ns2.${name}`] }
}

/** One whose names are given already, and the number of what is given. */
async function named(): Promise<Customer & { readonly setId: number }> {
  const customer = await newCustomer()
  const { id: setId } = (await call(vanityNameserver.save, { userId: customer.userId, names: [...customer.names] })).data
  return { ...customer, setId }
}

const givenTo = async (username: string) => (await call(vanityNameserver.list, { search: username })).data.list.map(({ names }) => names)
const choiceOf = async (id: number) => (await call(vanityNameserver.choice, { id })).data

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = vanityNameserverMessages[language]
  const parts = partsMessages[language]
  const found = nameserverAddressesMessages[language]
  const label = (field: string): string => vanityNameserverWords.label(field, language)

  async function listed(username: string): Promise<WholeConsole> {
    inLanguage(language)
    const opened = wholeConsole()
    await opened.open(`/dns/serve/vanity?search=${username}`)
    return opened
  }
  async function chooseIn({ hand }: WholeConsole, username: string, action: string): Promise<void> {
    await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${username}` }))
    await hand.click(await screen.findByRole('menuitem', { name: action }))
  }
  const typeNames = async ({ hand }: WholeConsole, into: HTMLElement, names: readonly string[]) => {
    const box = within(into).getByRole('combobox', { name: new RegExp(`^${label('names')}`) })
    for (const one of names) await hand.type(box, `${one}{Enter}`)
  }

  test('are given to a user who is chosen first, two at least, and kept in lower case', async () => {
    const { username, names } = await newCustomer()
    const opened = await listed(username)
    const { hand } = opened
    await hand.click(screen.getAllByRole('button', { name: text.add })[0]!)
    const dialog = await screen.findByRole('dialog', { name: text.add })
    const chooser = within(dialog).getByRole('button', { name: parts.nameAndValue(label('userId'), text.choose) })
    await hand.click(chooser)
    await hand.type(await screen.findByRole('combobox', { name: userMessages[language].search }), username)
    await hand.click(await screen.findByRole('option', { name: new RegExp(`^${username}`) }))
    const submit = () => hand.click(within(dialog).getByRole('button', { name: text.add }))
    await typeNames(opened, dialog, [names[0]!])
    await submit()
    await within(dialog).findByText(textOfProblem('vanity_nameserver_count', language, { minimum: 2, maximum: 13 }))
    expect(await givenTo(username)).toEqual([])
    await typeNames(opened, dialog, [names[1]!.toUpperCase()])
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByRole('row', { name: new RegExp(username) })
    expect(await givenTo(username)).toEqual([names])
    await expectAccessible('vanity name servers')
  })

  test('have addresses that are missing at first, and are added with one click', async () => {
    const { username, names, setId, id } = await named()
    const wanted = (await call(vanityNameserver.addresses, { of: 'user', id: setId })).data.list[0]!.wanted
    const opened = await listed(username)
    await chooseIn(opened, username, text.addresses.action)
    const drawer = within(await screen.findByRole('dialog', { name: text.addresses.title(username) }))
    await waitFor(() => expect(drawer.getAllByText(found.states.missing)).toHaveLength(2))
    await opened.hand.click(drawer.getByRole('button', { name: found.add(2 * wanted.length) }))
    await waitFor(() => expect(drawer.getAllByText(found.states.correct)).toHaveLength(2))
    expect(drawer.queryByText(found.states.missing)).toBeNull()
    const glue = names.map((one) => [one, ...wanted].join(' ')).join('\n')
    expect(drawer.getByLabelText(found.glue).textContent).toBe(glue)
    await opened.hand.click(drawer.getByRole('button', { name: `${parts.copy} ${found.glue}` }))
    await waitFor(() => expect(opened.copied).toBe(glue))
    const { list } = (await call(record.list, { domainId: id })).data
    expect(list.map(({ host, value }) => `${host} ${value}`)).toEqual(['ns1', 'ns2'].flatMap((host) => wanted.map((address) => `${host} ${address}`)))
    await expectAccessible('addresses of vanity name servers')
  })

  test('are deleted after a question, and a domain of the user has those of its service group', async () => {
    const { username, names, id } = await named()
    expect((await choiceOf(id)).userNames).toEqual(names)
    const opened = await listed(username)
    await chooseIn(opened, username, parts.delete)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(text.deleteAsk(username))).toBeTruthy()
    await opened.hand.click(question.getByRole('button', { name: parts.delete }))
    await waitFor(async () => expect(await givenTo(username)).toEqual([]))
    expect(await choiceOf(id)).toMatchObject({ choice: 'user', userNames: [] })
  })
})
