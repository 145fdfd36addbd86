import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/*
 * A server moves: its address stands in 5,000 records of 100 domains. It is replaced on one screen; its progress is looked at, left and come
 * back to, also after the platform was killed on the way; clients are told the new address, and the old one after the undo.
 */
const each = 50
const before = '192.0.2.77'

let browser: Browser
let platform: RunningPlatform
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const newest = async () => (await platform.call(changeSet.list, {})).data.list[0]!

async function newDomains(label: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${label}${index}.example`)
  const lines = names.flatMap((name) => Array.from({ length: each }, (_, index) => `${name}\th${index}\tA\t${before}`))
  const text = ['Domain\tHost\tType\tValue', ...lines, ...names.map((name) => `${name}\tother\tA\t192.0.2.78`)].join('\n')
  await platform.call(changeSet.recordImport, { files: [{ text }], createMissing: true })
  await expect.poll(async () => (await newest()).state, { timeout: 60_000, interval: 100 }).toBe('done')
  return names
}

/** What clients are told of some record of each domain, and of one that has another address. */
async function answers(names: readonly string[], value: string): Promise<void> {
  const ask = async (name: string): Promise<readonly string[] | undefined> =>
    isDigThere && name.includes('7') ? (await dig(platform.dnsPort, name, 'A'))?.values : valuesOf(platform.dnsPort, name, 'A')
  for (const [index, name] of names.entries()) await expect.poll(() => ask(`h${index % each}.${name}`), { timeout: 30_000 }).toEqual([value])
  expect(await ask(`other.${names.at(-1)}`)).toEqual(['192.0.2.78'])
}

/** Holds a domain as a long change of it does, so that what comes to it waits. */
async function holding(name: string): Promise<() => Promise<void>> {
  let letGo = (): void => undefined
  let isHeld = (): void => undefined
  const held = new Promise<void>((settle) => (isHeld = settle))
  const done = platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom('domain').select('id').where('name', '=', name).forUpdate().execute()
    isHeld()
    await new Promise<void>((settle) => (letGo = settle))
  })
  done.catch(() => undefined)
  await held
  return async () => {
    letGo()
    // A database that ended meanwhile holds nothing.
    await done.catch(() => undefined)
  }
}

const words = {
  zh: {
    domains: '域名',
    find: '查找内容',
    to: '替换为',
    preview: '预览',
    submit: (count: number) => `提交（${count} 个域名）`,
    confirm: (records: number) => `请输入“${records}”以确认`,
    progress: (count: number) => `${count} / ${count} 个域名`,
    undo: '撤销',
    undone: '已撤销',
    changed: `修改 ${each}`,
  },
  en: {
    domains: 'Domains',
    find: 'Find',
    to: 'Replace with',
    preview: 'Preview',
    submit: (count: number) => `Submit (${count} domains)`,
    confirm: (records: number) => `Type “${records}” to confirm`,
    progress: (count: number) => `${count} of ${count} domains`,
    undo: 'Undo',
    undone: 'Undone',
    changed: `${each} changed`,
  },
} as const

const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}\\*?$`) })

// What comes of thousands is seen once: how it looks, and what it says, does not follow from their number.
describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440, after: '203.0.113.77', count: 100, heldAt: 40 },
  { language: 'en', theme: 'dark', widthPx: 390, after: '203.0.113.78', count: 20, heldAt: 14 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx, after, count, heldAt }) => {
  test(`an address is replaced in ${count * each} records, however often one looks away, and is back after the undo`, async () => {
    const text = words[language]
    const names = await newDomains(`moved-${language}`, count)
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    const drawer = page.getByRole('dialog')
    let release = async (): Promise<void> => undefined
    onTestFinished(() => release())

    await step('clients are told the old address', () => answers(names, before))

    await step('the replacement is previewed, and asks for the number of records', async () => {
      await signIn(visitor, '/dns/domain/bulk/recordUpdate')
      await field(page, text.domains).fill(names.join('\n'))
      await field(page, text.find).fill(before)
      await field(page, text.to).fill(after)
      await page.getByRole('button', { name: text.preview, exact: true }).click()
      await page
        .getByText(text.changed, { exact: true })
        .nth(count - 1)
        .waitFor()
      await takePicture(page, `address-preview-${language}`)
      await expectAccessible(page, 'the preview of a large replacement')
      await page.getByRole('button', { name: text.submit(count), exact: true }).click()
      const asked = page.getByRole('alertdialog')
      await asked.getByLabel(text.confirm(count * each), { exact: true }).fill(String(count * each))
      // The domain after so many is being changed by somebody else for a while.
      release = await holding(names[heldAt]!)
      await asked.getByRole('button', { name: text.submit(count), exact: true }).click()
    })

    const bar = drawer.getByRole('progressbar')
    /** As many domains as are told to be done, once there are some; the one that is held is not. */
    const underWay = async (): Promise<number> => {
      const shown = async () => Number(await bar.getAttribute('aria-valuenow'))
      await expect.poll(shown, { timeout: 30_000 }).toSatisfy((domains: number) => domains > heldAt / 2 && domains < count)
      const done = await shown()
      // In words, for who does not see the bar.
      expect(await drawer.getByRole('status').first().textContent()).toContain(String(count))
      expect([done < count, await bar.getAttribute('aria-valuemax')]).toEqual([true, String(count)])
      return done
    }

    await step('its progress is shown while it runs, and when the page is come back to', async () => {
      const seen = await underWay()
      await takePicture(page, `address-progress-${language}`)
      await expectAccessible(page, 'a large replacement that runs')
      const address = page.url()
      await page.goto('about:blank')
      await page.goto(address)
      expect(await underWay()).toBeGreaterThanOrEqual(seen)
      expect(visitor.complaints).toEqual([])
    })

    await step('it goes on to its end where it was after the platform was killed, under the eyes of who stayed on the page', async () => {
      await platform.killAndStart(release)
      await drawer.getByRole('status').getByText(text.progress(count), { exact: true }).waitFor({ timeout: 60_000 })
      // Meanwhile there was nobody to ask.
      const others = visitor.complaints
        .splice(0)
        .filter((complaint) => !/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING/.test(complaint))
      expect(others).toEqual([])
      expect(await newest()).toMatchObject({ kind: 'record_update', state: 'done', domains: count, done: count, updated: count * each })
      await answers(names, after)
      await takePicture(page, `address-done-${language}`)
    })

    await step('the undo tells its progress too, and clients are told the old address again', async () => {
      release = await holding(names[heldAt]!)
      await drawer.getByRole('button', { name: text.undo, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.undo, exact: true }).click()
      await underWay()
      await takePicture(page, `address-undo-${language}`)
      await release()
      await drawer.getByRole('status').getByText(text.progress(count), { exact: true }).waitFor({ timeout: 60_000 })
      await expect.poll(async () => (await platform.call(changeSet.list, {})).data.list.slice(0, 2).map(({ state }) => state)).toEqual(['done', 'undone'])
      expect(await newest()).toMatchObject({ kind: 'undo', updated: count * each, failed: 0 })
      await answers(names, before)
      await expectQuiet(visitor, 'the undo of a large replacement')
    })
    await visitor.close()
  })
})
