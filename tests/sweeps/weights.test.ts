import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlatformDatabase } from '../../server/src/cli/platform-database.ts'
import { readEnvironment } from '../../server/src/environment.ts'
import { seedWorld } from '../../server/src/seed/worlds.ts'
import { newVisitor, openBrowser, signIn } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { inWords, openCold, weightOf } from '../support/weights.ts'

/*
 * What a browser with an empty cache loads, counted in the bytes that come over the wire (brotli where we have it). The
 * figures are exact, so the budgets are gates; what takes time is only printed by `npm run bench`.
 */
const budgets = { loginBytes: 110_000, loginRequests: 7, firstListBytes: 230_000, routeGzipBytes: 25_000 }

let platform: RunningPlatform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({
    captcha: null,
    prepare: (variables) =>
      openPlatformDatabase(readEnvironment(variables), (database) => seedWorld(database, 'demo', { isConfirmed: true, progress: () => {} })),
  })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

test('no two scripts import each other: one of them would run before the other exists', () => {
  type Built = Record<string, { file: string; imports?: string[] }>
  const built = JSON.parse(readFileSync(fileURLToPath(new URL('../../console/dist/.vite/manifest.json', import.meta.url)), 'utf8')) as Built
  const circles = new Set<string>()
  const walk = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name)
    if (at >= 0)
      circles.add(
        way
          .slice(at)
          .map((each) => built[each]!.file)
          .join(' → '),
      )
    else if (!done.has(name)) {
      for (const next of built[name]!.imports ?? []) walk(next, [...way, name])
      done.add(name)
    }
  }
  const done = new Set<string>()
  for (const name of Object.keys(built)) walk(name, [])
  expect([...circles]).toEqual([])
})

test(`the sign-in page weighs at most ${budgets.loginBytes} bytes in ${budgets.loginRequests} requests, its captcha's picture not weighed`, async () => {
  const { page, close } = await openCold(browser, platform.url, '/login')
  await page.getByRole('textbox', { name: '密码' }).waitFor()
  const weight = await weightOf(page)
  expect(
    weight.loaded.some(({ name }) => name === '/'),
    'the page itself was not counted',
  ).toBe(true)
  expect(weight.bytes, inWords(weight)).toBeGreaterThan(20_000)
  expect(weight.bytes, inWords(weight)).toBeLessThanOrEqual(budgets.loginBytes)
  expect(weight.requests, inWords(weight)).toBeLessThanOrEqual(budgets.loginRequests)
  await close()
})

test(`the domain list, opened first by a link, weighs at most ${budgets.firstListBytes} bytes with its rows`, async () => {
  await platform.cli('login-rules', 'set', 'captcha', 'never')
  const visitor = await newVisitor(browser, platform)
  await signIn(visitor)
  const state = await visitor.context.storageState()
  await visitor.close()
  const { page, close } = await openCold(browser, platform.url, '/dns/domain/list', state)
  await page.locator('main[data-screen="/dns/domain/list"] tbody tr').first().waitFor()
  const weight = await weightOf(page)
  expect(weight.bytes, inWords(weight)).toBeLessThanOrEqual(budgets.firstListBytes)
  await close()
})

describe('the built console', () => {
  const dist = fileURLToPath(new URL('../../console/dist/', import.meta.url))
  type Part = { file: string; imports?: string[]; isDynamicEntry?: boolean; isEntry?: boolean; name?: string }
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Part>
  /** Drawing, rich text and the dictionary of pinyin may be heavy, in chunks of their own that only the screens with them load. */
  const mayBeHeavy = /chart|editor|pinyin/

  function staticImports(key: string, seen = new Set<string>()): Set<string> {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const imported of manifest[key]?.imports ?? []) staticImports(imported, seen)
    return seen
  }

  const lazy = Object.entries(manifest).filter(([, part]) => part.isDynamicEntry && part.file.endsWith('.js'))

  test('loads its screens lazily', () => {
    expect(lazy.length).toBeGreaterThan(1)
  })

  test.each(lazy.filter(([, part]) => !mayBeHeavy.test(part.name ?? part.file)).map(([key, part]) => [part.name ?? key, part] as const))(
    '%s is a chunk of at most 25 kB',
    (_, part) => {
      expect(statSync(`${dist}${part.file}.gz`, { throwIfNoEntry: false })?.size ?? statSync(`${dist}${part.file}`).size).toBeLessThanOrEqual(
        budgets.routeGzipBytes,
      )
    },
  )

  test('keeps heavy parts out of what other screens load', () => {
    const heavy = Object.entries(manifest)
      .filter(([, part]) => part.file.endsWith('.js') && mayBeHeavy.test(part.name ?? part.file))
      .map(([key]) => key)
    for (const [key, part] of Object.entries(manifest)) {
      if (heavy.includes(key) || !part.isDynamicEntry) continue
      expect(
        [...staticImports(key)].filter((one) => heavy.includes(one)),
        key,
      ).toEqual([])
    }
    const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!
    expect([...staticImports(entry)].filter((one) => heavy.includes(one))).toEqual([])
  })

  test('has a brotli and a gzip twin for every text that is worth it', () => {
    for (const { file } of Object.values(manifest)) {
      if (!/\.(js|css)$/.test(file) || statSync(`${dist}${file}`).size < 1024) continue
      expect(statSync(`${dist}${file}.br`).size).toBeLessThan(statSync(`${dist}${file}.gz`).size)
    }
  })
})
