import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain, problems } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../../api/client.ts'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { domainHeadMessages } from '../../../../entities/domain/domain-head.messages.ts'
import { domainPages } from '../../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { domainMessages } from '../domain.messages.ts'
import { card, detailOf, newDomain, openedAt, type OwnDomain } from './opened-setting.testing.tsx'
import { settingMessages, settingWords } from './setting.messages.ts'

/* The settings of one domain: what is saved, refused, locked, cloned and deleted there. */

const soaFields = ['soaRefreshSeconds', 'soaRetrySeconds', 'soaExpireSeconds', 'soaMinimumSeconds'] as const
const soaOf = async (id: number): Promise<number[]> => detailOf(id).then((one) => soaFields.map((field) => one[field]))

/** A domain with an address, and with an alias whose value is its own name. */
async function domainWithAlias(): Promise<OwnDomain> {
  const made = await newDomain(`${freshWord()}.example`)
  const added = [
    ['@', 'A', '192.0.2.1'],
    ['www', 'CNAME', `${made.name}.`],
  ] as const
  await call(record.apply, {
    domainId: made.id,
    changes: added.map(([host, type, value]) => ({ op: 'add' as const, record: { host, type, value, ttl: 600 } })),
  })
  return made
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = settingMessages[language]
  const lists = domainMessages[language]
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const general = () => card(text.general.title)
  const field = async (name: string) => within(await general()).getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label(name)}`) })
  const label = (name: string): string => settingWords.label(name, language).replaceAll(/[()]/g, '\\$&')
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const opened = (made: OwnDomain) => {
    inLanguage(language)
    return openedAt('setting', made)
  }

  test('a tab leads from the records to the settings and is marked there', async () => {
    inLanguage(language)
    const { hand } = await openedAt('record', await newDomain(`${freshWord()}.example`))
    const tabs = () => within(screen.getByRole('navigation', { name: domainHeadMessages[language].tabs }))
    const title = domainPages.setting.title[language]
    tabs().getByRole('link', { name: title }).focus()
    await hand.keyboard('{Enter}')
    await general()
    await waitFor(() =>
      expect(
        tabs()
          .getAllByRole('link')
          .filter((one) => one.getAttribute('aria-current') === 'page')
          .map((one) => one.textContent),
      ).toEqual([title]),
    )
    await expectAccessible('domain settings')
  })

  test('SOA values that do not go together are refused at the field, and those that do are saved with a higher serial', async () => {
    const made = await newDomain(`${freshWord()}.example`)
    const { hand, quiet } = await opened(made)
    const type = async (name: string, value: string) => {
      const into = await field(name)
      await hand.clear(into)
      await hand.type(into, value)
    }
    const refusalAt = async (name: string) => {
      const said = (await field(name)).getAttribute('aria-describedby')?.split(' ') ?? []
      return said.map((id) => document.getElementById(id)?.textContent)
    }
    const before = await detailOf(made.id)
    expect(await soaOf(made.id)).toEqual([3600, 600, 1_209_600, 60])
    await type('soaRetrySeconds', '3600')
    await hand.click(button(text.general.save))
    await waitFor(async () => expect(await refusalAt('soaRetrySeconds')).toContain(problems.soa_retry_too_long[language]))
    await type('soaMinimumSeconds', '20000')
    await hand.tab()
    await waitFor(async () => expect(await refusalAt('soaMinimumSeconds')).toContain(say('不能大于 10,800', 'Must be at most 10,800')))
    expect((await detailOf(made.id)).serial).toBe(before.serial)

    await type('soaRetrySeconds', '900')
    await type('soaMinimumSeconds', '300')
    const discard = () => screen.queryByRole('button', { name: say('放弃修改', 'Discard changes') })
    expect(discard()).not.toBeNull()
    await hand.click(button(text.general.save))
    await waitFor(async () => expect(await soaOf(made.id)).toEqual([3600, 900, 1_209_600, 300]))
    await waitFor(() => expect(discard()).toBeNull())
    expect((await field('soaRetrySeconds')).value).toBe('900')
    const { serial } = await detailOf(made.id)
    expect(serial).toBeGreaterThan(before.serial)
    await quiet()
    expect(within(await general()).getByText(String(serial))).toBeTruthy()
  })

  test('while it is locked nothing else can be changed, and the page says why', async () => {
    const { hand } = await opened(await newDomain(`${freshWord()}.example`))
    const remark = () => field('remark')
    const isFixed = async () => (await remark()).closest('fieldset')?.disabled
    const remove = () => button(partsMessages[language].delete)
    await hand.click(button(lists.lock))
    await screen.findByRole('button', { name: lists.unlock })
    await within(await general()).findByText(text.locked)
    expect([await isFixed(), button(text.general.save).disabled, remove().disabled]).toEqual([true, true, true])
    await expectAccessible('locked domain settings')
    await hand.click(button(lists.unlock))
    await screen.findByRole('button', { name: lists.lock })
    await waitFor(async () => expect([await isFixed(), remove().disabled]).toEqual([false, false]))
    expect(within(await general()).queryByText(text.locked)).toBeNull()
  })

  test('a clone has its records under the new name, and its SOA values', async () => {
    const made = await domainWithAlias()
    await call(domain.update, { id: made.id, soaRetrySeconds: 900, soaMinimumSeconds: 300 })
    const clone = `${freshWord()}.example`
    const { hand } = await opened(made)
    await hand.click(button(text.copies.clone))
    const dialog = within(await screen.findByRole('dialog', { name: text.copies.cloneTitle(made.name) }))
    await dialog.findByText(text.copies.cloneHelp(2))
    await dialog.findByText(text.copies.renames(1))
    await hand.type(dialog.getByRole('textbox', { name: new RegExp(`^${label('domain')}`) }), clone)
    await hand.click(dialog.getByRole('checkbox'))
    await expectAccessible('the clone of a domain')
    await hand.click(dialog.getByRole('button', { name: text.copies.clone }))
    await screen.findByRole('heading', { name: clone })
    const { id } = (await call(domain.list, { search: clone })).data.list[0]!
    const { list } = (await call(record.list, { domainId: id })).data
    expect(list.map(({ host, type, value }) => `${host} ${type} ${value}`)).toEqual(['@ A 192.0.2.1', `www CNAME ${clone}.`])
    expect(await soaOf(id)).toEqual([3600, 900, 1_209_600, 300])
  })

  test('it goes to the recycle bin after the question, and the page says so', async () => {
    const made = await domainWithAlias()
    const { hand } = await opened(made)
    const remove = partsMessages[language].delete
    await hand.click(button(remove))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(lists.deleteAsk(made.name, 1, 2))).toBeTruthy()
    expect((await detailOf(made.id)).deleteTime).toBeNull()
    await hand.click(question.getByRole('button', { name: remove }))
    await screen.findByRole('link', { name: text.recycled.open })
    expect((await detailOf(made.id)).deleteTime).not.toBeNull()
  })
})
