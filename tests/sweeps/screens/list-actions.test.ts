import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { administratorWith } from '../../support/app-accounts.ts'
import { newVisitor, openBrowser, signIn, type Visitor } from '../../support/browser.ts'
import { expectSameRow, expectUntouched, idsIn, SweptList } from '../../support/list-sweep.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { startDemoPlatform } from '../../support/soundness.ts'

/*
 * Every list of the console, by its own rows and actions: an edit form saved untouched changes nothing and is refused when
 * it is stale; an action of a row works on that row, one of ticked rows on those; of a pair such as enable and disable,
 * each does its own half.
 */
// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
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

/** Actions that leave the list or the session, each with the journey that proves it. */
const elsewhere: Readonly<Record<string, string>> = {
  impersonate: 'accounts: ends the session that the sweep works in',
  'seen-as': 'power: shows the console as another role',
}
/** Lists whose rows in the demo world all stay, each with the test that proves their deletion. */
const allStay: Readonly<Record<string, string>> = { '/system/schedule/list': 'use-job-actions: they are the platform’s own' }
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

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  platform = await startDemoPlatform()
  // Nothing can be done with the only administrator, and who owns domains cannot be deleted.
  for (const number of [1, 2, 3]) {
    await administratorWith(platform, ['domain.read'])
    await platform.call(user.save, { username: `swept-${number}`, password: 'swept-pass-1' })
  }
  browser = await openBrowser()
  visitor = await newVisitor(browser, platform, { language: 'en' })
  await signIn(visitor)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const sortedIds = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

/** Edits the first row that may be edited: untouched, and then under a version that is no longer true. */
async function expectHonestForm(list: SweptList): Promise<void> {
  const { path } = list
  for (const id of await list.open()) {
    if (!(await list.actionsOf(id)).some(({ key, isRefused }) => key === 'edit' && !isRefused)) continue
    const before = list.row(id)
    await list.start(id, 'edit')
    await list.visitor.quiet()
    // A screen of its own is no form over the list.
    if ((await list.dialog.count()) === 0) return
    const sent = await list.submit()
    const [write] = list.written
    expectUntouched(sent, before, `${path}, row ${id}`)
    await list.open()
    expectSameRow(before, list.row(id), `${path}, row ${id}`)
    if (!('rowVersion' in before)) return

    await list.start(id, 'edit')
    await list.visitor.quiet()
    const meanwhile = await list.repeat({ ...sent, rowVersion: list.row(id)['rowVersion'] }, write!.path)
    expect(meanwhile.code, `${path}: somebody else's change (${meanwhile.problem})`).toBe(1)
    await list.submit()
    await list.dialog.getByRole('alert').first().waitFor()
    expect(await list.dialog.count()).toBe(1)
    return
  }
}

/** Does each action once, with the first row that it can be done with; what deletes the row comes last. */
async function expectOwnRows(list: SweptList): Promise<void> {
  const { path } = list
  const tried = new Set<string>(Object.keys(elsewhere))
  const offered = new Set<string>()
  for (const isDeletion of [false, true]) {
    const left = (): string[] => [...offered].filter((key) => !tried.has(key) && key !== 'delete')
    if (isDeletion) expect(left(), `${path}: actions that no row could be found for`).toEqual([])
    for (const id of await list.open()) {
      for (const { key, isRefused } of await list.actionsOf(id)) {
        offered.add(key)
        if (isRefused || tried.has(key) || (key === 'delete') !== isDeletion) continue
        tried.add(key)
        await list.start(id, key)
        await list.agree()
        for (const { path: call, body } of list.written) expect(idsIn(body), `${path}: rows of “${key}” in ${call}`).toEqual([id])
        // As the list stands, which has to have asked again by itself.
        if (isDeletion) return expect(await list.page.locator(`tr[data-row="${id}"]:visible`).count(), `${path}: the deleted row`).toBe(0)
        const after = opposites[key]
        if (after) {
          const there = (await list.actionsOf(id)).map((action) => action.key)
          expect(after.some((one) => there.includes(one)) && !there.includes(key), `${path}: after “${key}” there is ${there.join(', ')}`).toBe(true)
        }
        await list.open()
      }
    }
  }
  expect(offered.has('delete') && !(path in allStay), `${path}: no row could be deleted`).toBe(false)
}

/** Does each action of ticked rows with the first two rows that it can be done with. */
async function expectTickedRows(list: SweptList): Promise<void> {
  const { path } = list
  if ((await list.open()).length < 2) return
  const keys = await list.page
    .locator('[role=toolbar]:visible [data-action]')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-action')!))
  for (const key of keys.toSorted((one, other) => Number(one === 'delete') - Number(other === 'delete'))) {
    const free: number[] = []
    for (const id of await list.open()) {
      const menu = await list.actionsOf(id)
      // What keeps a row from one half of a pair keeps it from the other, of which the menu shows one.
      const halves = [key, ...(opposites[key] ?? [])]
      if (!menu.some((action) => halves.includes(action.key) && action.isRefused)) free.push(id)
      if (free.length === 2) break
    }
    if (free.length < 2) continue
    await list.startOnTicked(free, key)
    await list.agree()
    for (const { path: call, body } of list.written) expect(sortedIds(idsIn(body)), `${path}: rows of “${key}” in ${call}`).toEqual(sortedIds(free))
  }
}

test.each(screens.filter(({ path }) => !path.includes('{')))('$path: honest forms, actions on their own rows', async ({ path }) => {
  const list = new SweptList(visitor, platform, path)
  const rows = (await list.open()).length
  if (path in known) expect(await list.quickActions(), `${path}: what stands in the rows`).toEqual(known[path])
  if (rows > 0) {
    await expectHonestForm(list)
    await expectOwnRows(list)
    await expectTickedRows(list)
  }
  list.leave()
  if (path in known) expect(rows).toBeGreaterThan(0)
})
