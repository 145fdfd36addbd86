import { waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { record } from '@nameplane/contract/dns/record'
import { fieldNames, vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { call } from '../../../../api/client.ts'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { nameserverAddressesMessages } from '../../../../entities/vanity-nameserver/nameserver-addresses.messages.ts'
import { nameserverMessages } from './nameserver.messages.ts'
import { card, newDomain, openedAt, type OwnDomain } from './opened-setting.testing.tsx'
import { settingMessages } from './setting.messages.ts'

/* Whose name servers a domain shows. */

const own = ['dns-a.elsewhere.example', 'dns-b.elsewhere.example']
const choiceOf = async (id: number) => (await call(vanityNameserver.choice, { id })).data

/** A domain whose owner has names in it, with their addresses. */
async function domainOfNamed(): Promise<{ readonly made: OwnDomain; readonly names: readonly string[] }> {
  const username = freshWord()
  const userId = (await call(user.save, { username, password: 'tulip-Ferry-29-moss' })).data.id
  const made = await newDomain(`shop-${username}.example`, { userId })
  const names = [`ns1.${made.name}`, `ns2.${made.name}`]
  const { id } = (await call(vanityNameserver.save, { userId, names })).data
  await call(vanityNameserver.createAddresses, { of: 'user', id })
  return { made, names }
}
const hostsOf = async (domainId: number) => [...new Set((await call(record.list, { domainId })).data.list.map(({ host }) => host))]

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = nameserverMessages[language]

  test('a domain leaves the names of its owner for its own or those of its service group, and comes back to them', async () => {
    const { made, names } = await domainOfNamed()
    inLanguage(language)
    const { hand, quiet } = await openedAt('setting', made)
    const servers = async () => within(await card(text.title))
    // What the registrar should say.
    const expected = async () => within(await card(settingMessages[language].delegation.title))
    const field = async (name: 'choice' | 'names') => (await servers()).getByRole('combobox', { name: new RegExp(`^${fieldNames[name][language]}`) })
    const save = async (choice: 'user' | 'platform' | 'own') => {
      await hand.click((await servers()).getByRole('button', { name: text.save }))
      await waitFor(async () => expect((await choiceOf(made.id)).choice).toBe(choice))
      // Until the page knows it too, it takes nothing further.
      await quiet()
    }
    await (await servers()).findAllByText(names[0]!)
    await (await expected()).findByText(names[0]!)

    await hand.selectOptions(await field('choice'), 'own')
    for (const one of own) await hand.type(await field('names'), `${one}{Enter}`)
    await save('own')
    expect((await choiceOf(made.id)).names).toEqual(own)
    expect(await (await servers()).findAllByText(nameserverAddressesMessages[language].outside)).toHaveLength(2)
    await (await expected()).findByText(own[1]!)
    expect((await expected()).queryByText(names[0]!)).toBeNull()
    await expectAccessible('name servers of a domain')

    const { platformNames } = await choiceOf(made.id)
    await hand.selectOptions(await field('choice'), 'platform')
    await save('platform')
    await (await expected()).findByText(platformNames[0]!)
    await (await servers()).findByText(platformNames[0]!)
    await hand.selectOptions(await field('choice'), 'user')
    await save('user')
    await (await expected()).findByText(names[1]!)
    expect((await expected()).queryByText(platformNames[0]!)).toBeNull()
    // The addresses of the names are as they were.
    expect(await hostsOf(made.id)).toEqual(['ns1', 'ns2'])
  })
})
