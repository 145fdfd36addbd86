import { waitFor } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { apiToken } from '@nameplane/contract/account/api-token'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { role } from '@nameplane/contract/account/role'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { secondary } from '@nameplane/contract/dns/secondary'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { rights } from '@nameplane/contract/rights'
import { job } from '@nameplane/contract/system/job'
import { call } from '../../api/client.ts'
import type {} from '../../browser/pressed/pressed-platform.testing.ts'
import { freshWord } from '../../browser/pressed/pressed.testing.tsx'
import { unexplained } from '../../browser/pressed/reasons.testing.ts'
import { signInWith } from '../../browser/pressed/signed-in.testing.ts'
import { fillPath } from '../../routing/screen.ts'
import { allScreens } from '../screens.ts'
import { wholeConsole } from '../whole-console.testing.tsx'
import { sweepForms, type FormList } from './all-forms.testing.tsx'
import { newPassword, type KnownValues } from './swept-form.testing.ts'
import { SweptList } from './swept-list.testing.ts'
import { expectSameRow, expectUntouched, idsIn, inOrder } from './swept-row.testing.ts'

/*
 * Every list of the console, by its own rows and actions: an edit form saved untouched changes nothing and is refused when
 * it is stale; an action of a row works on that row, one of ticked rows on those; of a pair such as enable and disable,
 * each does its own half. And every screen, by what it says to who may only read.
 */
const screens = await allScreens()

/**
 * Screens that are known to have a list with actions, each with what is done most and so stands in the row itself: a sweep that finds
 * none proves nothing.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  '/dns/domain/list': ['records'],
  '/dns/serve/group': ['edit'],
  '/account/users/users': ['impersonate'],
  '/account/users/admins': ['edit'],
  '/account/power/roles': ['edit'],
  '/account/message/list': ['view'],
  '/system/schedule/list': ['run'],
  '/system/schedule/log': ['details'],
}

/** Lists whose rows are edited in a form. */
const edited: ReadonlySet<string> = new Set([
  '/dns/domain/list',
  '/dns/domain/ptr',
  '/dns/domain/ptr/record',
  '/dns/domain/list/admin/{domain}/{id}/{userId}/line',
  '/dns/domain/list/admin/{domain}/{id}/{userId}/update',
  '/dns/serve/group',
  '/dns/serve/secondary',
  '/dns/serve/vanity',
  '/account/users/users',
  '/account/users/admins',
  '/account/power/roles',
  '/account/power/menus',
  '/system/config/login?tab=api',
  '/system/schedule/list',
])

/** Actions that leave the list or the session, each with the test that proves it. */
const elsewhere: Readonly<Record<string, string>> = {
  impersonate: 'acting-as-user: ends the session that the sweep works in',
  'seen-as': 'role-held: shows the console as another role',
}
/** Lists whose rows in the demo world all stay, each with the test that proves their deletion. */
const allStay: Readonly<Record<string, string>> = {
  '/system/schedule/list': 'use-job-actions: they are the platform’s own',
  '/dns/domain/list/admin/{domain}/{id}/{userId}/line': 'custom-line-page: records use them',
}
/** Lists that the demo world leaves empty, each with the test that proves their actions. */
const unfilled: Readonly<Record<string, string>> = { '/system/config/backup': 'backup: a backup is a file, made under a passphrase that somebody keeps' }
/** Lists whose forms nothing generic can send, each with the test that proves them. */
const formsElsewhere: Readonly<Record<string, string>> = { '/account/message/list': 'messages: the form has several buttons, of which none is its own' }
/** Lists of which only the form is tried: they have rows for every right, and each changes what the sweep works with. */
const actionsElsewhere: Readonly<Record<string, string>> = { '/account/power/menus': 'menu-page: its table is one of its own' }
/** Screens whose rows are none of a list that saves at once. */
const noLists: Readonly<Record<string, string>> = {
  '/dns/domain/list/admin/{domain}/{id}/{userId}/record': 'record-editor: changes are collected and then submitted',
}
/** Lists that stand behind a tab of their screen. */
const views = ['/dns/domain/list?view=recycled', '/system/config/login?tab=api']
/** Actions that are done with ticked rows alone: no menu says anything of them. */
const onTickedOnly: ReadonlySet<string> = new Set(['compare', 'copy-all'])
/** Of each pair one half is offered; done, the other is. */
const opposites: Readonly<Record<string, readonly string[]>> = {
  enable: ['disable'],
  disable: ['enable'],
  pause: ['resume', 'serve'],
  resume: ['pause'],
  serve: ['pause'],
  lock: ['unlock'],
  unlock: ['lock'],
}

/**
 * Edits, of the rows that may be edited, the one that holds most: untouched; and after somebody else changed it, which is said, and
 * overwritten when it is saved again. @returns whether the list has a form
 */
async function expectHonestForm(list: SweptList): Promise<boolean> {
  const { path } = list
  let isOffered = false
  for (const id of (await list.open()).toSorted((one, other) => list.worth(other) - list.worth(one))) {
    const edit = (await list.actionsOf(id)).find(({ key }) => key === 'edit')
    if (edit !== undefined) isOffered = true
    if (edit === undefined || edit.isRefused) continue
    const before = list.row(id)
    const place = `${path}, row ${id}`
    list.start(id, 'edit')
    await list.expectForm()
    const sent = await list.submit()
    expect(list.isSaid, `${place}: whether it is said to be saved`).toBe(true)
    expectUntouched(sent.body, before, place)
    await list.open()
    expectSameRow(before, list.row(id), place)

    list.start(id, 'edit')
    await list.expectForm()
    const theirs = await list.alterElsewhere(id, sent)
    await list.submit()
    await waitFor(() => expect(list.warning, `${place}: what is said of somebody else's change`).toContain(theirs))
    await list.submit()
    await waitFor(() => expect(list.dialog, `${place}: saved again, the form closes`).toBeUndefined())
    await list.open()
    expectSameRow(before, list.row(id), `${place}: saved over somebody else's change`)
    return true
  }
  expect(isOffered, `${path}: no row could be edited`).toBe(false)
  return false
}

/** Does each action once, with the first row that it can be done with; what deletes the row comes last. */
async function expectOwnRows(list: SweptList, screen: string): Promise<void> {
  const { path } = list
  const tried = new Set<string>(Object.keys(elsewhere))
  const offered = new Set<string>()
  const left = (): string[] => [...offered].filter((key) => !tried.has(key) && key !== 'delete')
  for (const { isDeletion, isOfEach } of [
    { isDeletion: false, isOfEach: false },
    { isDeletion: false, isOfEach: true },
    { isDeletion: true, isOfEach: false },
    { isDeletion: true, isOfEach: true },
  ]) {
    // Only where a row of each kind was not enough.
    if (!isDeletion && isOfEach && left().length === 0) continue
    if (isDeletion) expect(left(), `${path}: actions that no row could be found for`).toEqual([])
    const kinds = new Set<string>()
    for (const id of await list.open()) {
      const kind = list.kindOf(id)
      if (kinds.has(kind) && !isOfEach) continue
      kinds.add(kind)
      for (const { key, isRefused } of await list.actionsOf(id)) {
        offered.add(key)
        if (isRefused || tried.has(key) || (key === 'delete') !== isDeletion) continue
        tried.add(key)
        list.start(id, key)
        await list.finish(key)
        for (const { path: call, body } of list.written) expect(idsIn(body), `${path}: rows of “${key}” in ${call}`).toEqual([id])
        // As the list stands, which has to have asked again by itself.
        if (isDeletion) return expect(list.shownIds(), `${path}: the deleted row`).not.toContain(id)
        const after = opposites[key]
        if (after) {
          const there = (await list.actionsOf(id)).map((action) => action.key)
          expect(after.some((one) => there.includes(one)) && !there.includes(key), `${path}: after “${key}” there is ${there.join(', ')}`).toBe(true)
        }
        await list.open()
      }
    }
  }
  expect(offered.has('delete') && !(screen in allStay), `${path}: no row could be deleted`).toBe(false)
}

/** The first two rows that something can be done with. */
async function freeFor(list: SweptList, key: string): Promise<number[]> {
  // What keeps a row from one half of a pair keeps it from the other, of which the menu shows one.
  const halves = [key, ...(opposites[key] ?? [])]
  const ids = await list.open()
  if (onTickedOnly.has(key)) return ids.slice(0, 2)
  const isFree = async (id: number): Promise<boolean> => (await list.actionsOf(id)).some((action) => halves.includes(action.key) && !action.isRefused)
  const free: number[] = []
  const alike: number[] = []
  const refused = new Set<string>()
  for (const id of ids) {
    if (refused.has(list.kindOf(id))) alike.push(id)
    else if (await isFree(id)) free.push(id)
    else refused.add(list.kindOf(id))
    if (free.length === 2) return free
  }
  for (const id of alike) {
    if (await isFree(id)) free.push(id)
    if (free.length === 2) return free
  }
  return free
}

/** Does each action of ticked rows with the first two rows that it can be done with. */
async function expectTickedRows(list: SweptList): Promise<void> {
  const { path } = list
  if ((await list.open()).length < 2) return
  for (const key of list.toolbarActions().toSorted((one, other) => Number(one === 'delete') - Number(other === 'delete'))) {
    const free = await freeFor(list, key)
    if (free.length < 2) continue
    list.startOnTicked(free, key)
    await list.finish(key)
    for (const { path: call, body } of list.written) expect(inOrder(idsIn(body)), `${path}: rows of “${key}” in ${call}`).toEqual(inOrder(free))
  }
}

const filled = (path: string): string => fillPath(path, { ...inject('sweptDomain'), method: 1 })
const places = [...screens.map(({ path }) => path).filter((path) => !(path in noLists)), ...views]
test.each(places)('%s: honest forms, actions on their own rows', async (path) => {
  const list = new SweptList(wholeConsole(), filled(path))
  const rows = (await list.open()).length
  if (path in known) expect(list.quickActions(), `${path}: what stands in the rows`).toEqual(known[path])
  const isFilled = rows > 0 || !list.canBeAddedTo()
  expect(isFilled, `${path}: rows to try its actions with`).toBe(!(path in unfilled))
  if (rows > 0) {
    if (!(path in formsElsewhere)) expect(await expectHonestForm(list), `${path}: whether rows can be edited`).toBe(edited.has(path))
    if (!(path in actionsElsewhere)) await expectOwnRows(list, path)
    await expectTickedRows(list)
  }
  if (path in known) expect(rows).toBeGreaterThan(0)
})

test('every screen says to who may only read why what is disabled cannot be used', { timeout: 180_000 }, async () => {
  await signInWith(rights.filter((right) => right.endsWith('.read')))
  const shown = wholeConsole()
  for (const { path } of screens) {
    await shown.open(filled(path))
    await waitFor(() => expect(unexplained(), path).toEqual([]))
  }
})

/** Lists whose forms have addresses, `?open=add`, and `?open=edit` with a row; and the noun whose calls they save by. */
const withForms: readonly FormList[] = [
  ['/dns/serve/group', 'serviceGroup', serviceGroup],
  ['/dns/serve/secondary', 'secondary', secondary],
  ['/dns/domain/list', 'domain', domain],
  ['/account/users/users', 'user', user],
  ['/account/users/admins', 'admin', admin],
  ['/account/power/roles', 'role', role],
  ['/account/power/menus', 'menuRow', menuRow],
  ['/system/config/login?tab=api', 'apiToken', apiToken],
  // Beside the platform's own jobs, one page of the usual size would leave it out.
  ['/system/schedule/list?limit=100', 'job', job],
]
/** Makes what fields may choose. @returns the secret of a key, and a domain that there is */
async function choices(): Promise<KnownValues> {
  const domains = `${freshWord()}.example`
  const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
  await call(user.save, { username: freshWord(), password: newPassword })
  for (const name of [freshWord(), freshWord()]) {
    await call(serviceGroup.save, { name, ...fields })
    await call(role.save, { name, description: '', rights: ['record.read'], dataScope: 'all' })
  }
  for (const name of [domains, `${freshWord()}.example`]) await call(domain.save, { domain: name })
  return { secret: btoa('swept with every other field'), domains }
}

sweepForms(withForms, choices)
