import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { signIn, type Visitor } from './browser.ts'
import type { RunningPlatform } from './platform.ts'

/** Where a domain's records are edited; `userId` is its owner's. */
export function recordPath({ name, id, userId = 1 }: { name: string; id: number; userId?: number }): string {
  return `/dns/domain/list/admin/${name}/${id}/${userId}/record`
}

/** The record editor in English, as a person works it: by what stands on its buttons and fields. */
export function recordEditor({ page }: Pick<Visitor, 'page'>) {
  const tray = page.getByRole('region', { name: /^\d+ pending changes?$/ })
  const review = page.getByRole('dialog', { name: 'Review changes' })
  const acknowledgement = review.getByLabel(/^I understand these warnings and want to save \(\d+ warnings?\)$/)
  const form = page.getByRole('dialog', { name: /^(Add|Edit) record$/ })
  const row = (host: string, type: string, value: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit ${host} ${type} ${value}`, exact: true }) })

  /** Fills fields of the open form by their labels; a choice by what it says. */
  async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      const control = form.getByLabel(new RegExp(`^${label}\\*?$`))
      if (label === 'Type') await control.selectOption(text)
      else if (label === 'Line') await chooseLine(form, text)
      else if ((await control.evaluate((element) => element.nodeName)) === 'SELECT') await control.selectOption(text)
      else await control.fill(text)
    }
  }

  async function confirm(): Promise<void> {
    await review.getByRole('button', { name: 'Save', exact: true }).click()
    await review.waitFor({ state: 'hidden' })
    await expect.poll(() => tray.count()).toBe(0)
  }

  return {
    tray,
    review,
    form,
    row,
    fill,
    /** Something of the domain is drawn. */
    ready: () => page.getByRole('row').filter({ hasText: 'SOA' }).waitFor(),
    async add(fields: Readonly<Record<string, string>>): Promise<void> {
      await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
      await fill(fields)
      await keep()
    },
    async edit(at: readonly [host: string, type: string, value: string], fields: Readonly<Record<string, string>>): Promise<void> {
      await page.getByRole('button', { name: `Edit ${at.join(' ')}`, exact: true }).click()
      await fill(fields)
      await keep()
    },
    /** Chooses from the row's menu of further actions. */
    async choose(at: readonly [host: string, type: string, value: string], action: string): Promise<void> {
      await row(...at)
        .getByRole('button', { name: `More actions ${at.join(' ')}`, exact: true })
        .click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    /** Chooses from the menu of the whole domain. */
    async chooseForDomain(action: string): Promise<void> {
      await page.getByRole('button', { name: 'More actions', exact: true }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    openReview: () => tray.getByRole('button', { name: 'Review and save' }).click(),
    /** Reviews and saves; no warning stands against it. */
    async save(): Promise<void> {
      await tray.getByRole('button', { name: 'Review and save' }).click()
      await review.getByText('Checks passed', { exact: true }).waitFor()
      expect(await acknowledgement.count()).toBe(0)
      await confirm()
    },
    /** The same where there are warnings, which have to be ticked. */
    async saveDespiteWarnings(): Promise<void> {
      await tray.getByRole('button', { name: 'Review and save' }).click()
      await acknowledgement.check()
      await confirm()
    },
    /** The newest saved state was seen on all nodes. */
    live: () =>
      page
        .getByRole('status')
        .filter({ hasText: /^Live on 1\/1 node in [\d.]+ (ms|s)$/ })
        .waitFor(),
  }

  async function keep(): Promise<void> {
    await form.getByRole('button', { name: 'Add to pending changes' }).click()
    await form.waitFor({ state: 'hidden' })
  }
}

/** Finds a line by what is typed, and takes the first one found. */
async function chooseLine(form: Locator, line: string): Promise<void> {
  await form.getByRole('button', { name: /^Line: .+$/ }).click()
  const search = form.getByRole('combobox', { name: 'Search line name or code' })
  await search.fill(line)
  await search.press('Enter')
  await form.getByRole('button', { name: `Line: ${line}` }).waitFor()
}

/** Chooses a template by what is typed of its name, with the keyboard alone. */
export async function chooseTemplate(dialog: Locator, name: string): Promise<void> {
  const chosen = dialog.locator('button:focus')
  await expect.poll(() => chosen.getAttribute('aria-label')).toMatch(/^Template: /)
  await chosen.press('Enter')
  const search = dialog.getByRole('combobox', { name: 'Search templates', exact: true })
  await search.fill(name.slice(0, -1))
  await search.press('Enter')
  await dialog.getByRole('button', { name: `Template: ${name}`, exact: true }).waitFor()
}

/** A text of the page's toasts. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: /^(消息提示|Notifications)$/ }).getByText(text, { exact: true })
}

/** Opens the editor of a new domain with these records, once they are live; answers its id. */
export async function openNewDomain(
  visitor: Visitor,
  name: string,
  records: readonly (readonly [host: string, type: string, value: string])[],
): Promise<number> {
  const { id } = (await visitor.platform.call(domain.save, { domain: name })).data
  const changes = records.map(([host, type, value]) => ({ op: 'add' as const, record: { host, type, value, ttl: 600 } }))
  if (changes.length > 0) await visitor.platform.call(record.apply, { domainId: id, changes })
  await signIn(visitor, recordPath({ name, id }))
  const editor = recordEditor(visitor)
  await editor.ready()
  await editor.live()
  return id
}

/** The saved records of a domain as `host type value TTL`. */
export async function storedRecords(platform: RunningPlatform, domainId: number): Promise<string[]> {
  const { data } = await platform.call(record.list, { domainId, limit: 200 })
  return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl}`).sort()
}
