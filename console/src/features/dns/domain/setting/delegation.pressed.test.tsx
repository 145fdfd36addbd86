import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { record, type WrittenChange } from '@nameplane/contract/dns/record'
import { secondary } from '@nameplane/contract/dns/secondary'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck, resolverLines } from '@nameplane/contract/system/settings/ns-check'
import { call } from '../../../../api/client.ts'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { elsewhere } from '../../../../browser/pressed/pressed-platform.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { card, newDomain, openedAt } from './opened-setting.testing.tsx'
import { settingMessages } from './setting.messages.ts'

/* What stands in the settings of a domain about others: resolvers, its parent, secondary servers and search engines. */

const add = (host: string, type: string, value: string, line?: string): WrittenChange => ({
  op: 'add',
  record: { host, type, value, ttl: 600, ...(line === undefined ? {} : { line }) },
})
/** Up to the time, which is another one whenever it is checked. */
const beforeTime = (said: (time: string) => string): RegExp => new RegExp(`^${said('').slice(0, 12).replaceAll(/[()]/g, '\\$&')}`)

/** One account checks once in a few seconds, so that each test has its own. */
const signInAsChecker = () => signInWith(['domain.read', 'domain.write', 'record.read', 'secondary.read', 'user.read'])

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = settingMessages[language]

  test('a check says what each resolver saw, and how long the domain stays', async () => {
    inLanguage(language)
    const made = await newDomain(`${elsewhere.delegatedPrefix}${freshWord()}.example`)
    const { resolvers } = nsCheck.value.parse(JSON.parse((await call(setting.ofKey, { key: nsCheck.key })).config.paramValue))
    await signInAsChecker()
    const { hand } = await openedAt('setting', made)
    const check = within(await card(text.delegation.title))
    await check.findByText(text.delegation.never)
    await hand.click(check.getByRole('button', { name: text.delegation.check }))
    await check.findByText(text.delegation.left(29))
    const rows = within(check.getByRole('table', { name: text.delegation.seen }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent).sort()).toEqual(resolverLines(resolvers).toSorted())
    for (const row of rows) for (const name of elsewhere.nameservers) expect(row.textContent).toContain(name)
    const dnssec = within(await card(text.dnssec.title))
    await dnssec.findByText(beforeTime(text.dnssec.none))
    expect(dnssec.queryByRole('alert')).toBeNull()
    await expectAccessible('checked domain settings')
  })

  test('it says that nobody can sign it, and warns of DS records that stand at the parent', async () => {
    inLanguage(language)
    const made = await newDomain(`${elsewhere.signedPrefix}${freshWord()}.example`)
    await signInAsChecker()
    const { hand } = await openedAt('setting', made)
    const dnssec = within(await card(text.dnssec.title))
    await dnssec.findByText(text.dnssec.nodes(0, 1))
    await dnssec.findByText(text.dnssec.never)
    dnssec.getByRole('button', { name: text.dnssec.check }).focus()
    await hand.keyboard('{Enter}')
    const warning = within(await dnssec.findByRole('alert'))
    expect(warning.getByText(beforeTime(text.dnssec.found))).toBeTruthy()
    expect(warning.getAllByRole('definition').map((one) => one.textContent?.trim())).toEqual([...elsewhere.ds])
    expect(warning.getByRole('button', { name: `${partsMessages[language].copy} DS ${elsewhere.ds[0]}` })).toBeTruthy()
    await expectAccessible('DS records at the parent')
  })

  test('it names records that only a signed domain has a use for', async () => {
    inLanguage(language)
    const made = await newDomain(`${freshWord()}.example`)
    await call(record.apply, { domainId: made.id, changes: [add('@', 'CDS', elsewhere.ds.join(' '))] })
    await openedAt('setting', made)
    const dnssec = within(await card(text.dnssec.title))
    await dnssec.findByText(text.dnssec.keyRecords(1))
    expect(dnssec.getByRole('link', { name: text.dnssec.toRecords }).getAttribute('href')).toMatch(/\/record\?type=CDS$/)
  })

  test('it says who may transfer it, and what search engines are answered', async () => {
    inLanguage(language)
    const made = await newDomain(`${freshWord()}.example`)
    const engines = async () => within(await card(text.searchEngines.title))
    const transfers = async () => within(await card(text.transfers.title))
    const { open, goTo } = await openedAt('setting', made)
    await (await engines()).findByText(text.searchEngines.none)
    // Those of another test may have every domain.
    const count = async () => (await call(secondary.list, { domainId: made.id, limit: 1 })).data.totalCount
    const before = await count()
    await (await transfers()).findByText(before === 0 ? text.transfers.none : text.transfers.count(before))

    const keyName = `${freshWord()}.key`
    const server = { name: freshWord(), networks: ['192.0.2.0/24'], keyName, secret: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=' }
    await call(secondary.save, { ...server, scope: 'chosen', domains: [made.name] })
    await call(record.apply, { domainId: made.id, changes: [add('seo', 'A', '192.0.2.9'), add('seo', 'A', '192.0.2.8', 'baidu')] })
    const here = location.hash.slice(1)
    goTo('/dns/domain/list')
    await open(`/redirect${here}`)
    await (await transfers()).findByText(text.transfers.count(await count()))
    expect((await transfers()).getByText(text.transfers.key(keyName, 'hmac-sha256'))).toBeTruthy()
    const baidu = language === 'zh' ? '百度' : 'Baidu'
    const link = await (await engines()).findByRole('link', { name: text.searchEngines.records(baidu, 1) })
    expect(link.getAttribute('href')).toMatch(/\/record\?line=baidu$/)
    expect(screen.queryByText(text.searchEngines.none)).toBeNull()
    await waitFor(async () => expect((await transfers()).queryByText(text.transfers.none)).toBeNull())
    await expectAccessible('cards of domain settings')
  })
})
