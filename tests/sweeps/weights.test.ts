import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPlatformDatabase } from '../../server/src/cli/platform-database.ts'
import { readEnvironment } from '../../server/src/environment.ts'
import { seedWorld } from '../../server/src/seed/worlds.ts'
import { newVisitor, openBrowser, signIn } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { builtParts, builtWeight, inWords, openCold, staticImports, weightOf } from '../support/weights.ts'

/*
 * What a browser with an empty cache loads, counted in the bytes that come over the wire (brotli where we have it). The
 * figures are exact, so the budgets are gates; what takes time is only printed by `npm run bench`.
 */
const budgets = { loginBytes: 92_000, loginRequests: 6, firstListBytes: 185_000, firstListRequests: 16, routeGzipBytes: 25_000, furtherScreenBytes: 30 }

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
  const built = builtParts(fileURLToPath(new URL('../../console/dist/', import.meta.url)))
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
  expect(
    weight.loaded.filter(({ name }) => name.startsWith('/antsxdp/')),
    'the page waits for a call',
  ).toEqual([])
  await close()
})

test('what a sign-in leads to is loaded once a name is entered, not before', async () => {
  const { page, close } = await openCold(browser, platform.url, '/login')
  const loaded = async (): Promise<string[]> => (await weightOf(page)).loaded.map(({ name }) => name.replace(/-.{8}\./, '.'))
  const following = ['/assets/console.css', '/assets/frame.js', '/assets/home.js', '/assets/dashboard-page.js']
  const name = page.getByRole('textbox', { name: '账号' })
  await name.press('Tab')
  expect((await loaded()).filter((one) => following.includes(one))).toEqual([])
  await name.fill('admin')
  await name.press('Tab')
  await expect.poll(loaded).toEqual(expect.arrayContaining(following))
  await close()
})

test(`the domain list, opened first by a link, weighs at most ${budgets.firstListBytes} bytes in ${budgets.firstListRequests} requests with its rows`, async () => {
  await platform.cli('login-rules', 'set', 'captcha', 'never')
  const visitor = await newVisitor(browser, platform)
  await signIn(visitor)
  const state = await visitor.context.storageState()
  await visitor.close()
  const { page, close } = await openCold(browser, platform.url, '/dns/domain/list', state)
  await page.locator('main[data-screen="/dns/domain/list"] tbody tr').first().waitFor()
  const weight = await weightOf(page)
  expect(weight.bytes, inWords(weight)).toBeLessThanOrEqual(budgets.firstListBytes)
  expect(weight.requests, inWords(weight)).toBeLessThanOrEqual(budgets.firstListRequests)
  await close()
})

describe('the built console', () => {
  const dist = fileURLToPath(new URL('../../console/dist/', import.meta.url))
  const manifest = builtParts(dist)
  /** Drawing, rich text and the dictionary of pinyin may be heavy, in chunks of their own that only the screens with them load. */
  const mayBeHeavy = /chart|editor|pinyin/

  const importsOf = (key: string): string[] => [...staticImports(manifest, key)]

  const lazy = Object.entries(manifest).filter(([, part]) => part.isDynamicEntry && part.file.endsWith('.js'))

  test('holds the first frame back until its scripts have run', () => {
    const scripts = readFileSync(`${dist}index.html`, 'utf8').match(/<script[^>]*>/g) ?? []
    expect(scripts).not.toEqual([])
    for (const script of scripts) expect(script).toContain(' blocking="render"')
  })

  test('has every class that the start script names in the style sheet of the page', () => {
    const begun = readFileSync(`${dist}index.html`, 'utf8')
    const textOf = (pattern: RegExp): string => {
      const name = readdirSync(`${dist}assets`).find((one) => pattern.test(one) && (one.startsWith('console-') || begun.includes(one)))
      return readFileSync(`${dist}assets/${name!}`, 'utf8')
    }
    const classesOf = (sheet: string): Set<string> => new Set([...sheet.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name!.replaceAll('\\', '')))
    const first = classesOf(textOf(/^start-.*\.css$/))
    const all = classesOf(textOf(/^console-.*\.css$/))
    // A single word may be anything else that React or a text says; so is this one.
    const isOther = (word: string): boolean => !/[-:]/.test(word) || word === 'inline-block'
    const wanted = [...new Set(textOf(/^start-.*\.js$/).split(/[\s`'"]+/))].filter((word) => !isOther(word) && all.has(word))
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((one) => !first.has(one))).toEqual([])
  })

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
        importsOf(key).filter((one) => heavy.includes(one)),
        key,
      ).toEqual([])
    }
    // The page's own script is a group of modules: no entry of the manifest says that it begins there.
    const begun = readFileSync(`${dist}index.html`, 'utf8')
    const entries = Object.keys(manifest).filter((key) => begun.includes(manifest[key]!.file))
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.flatMap((entry) => importsOf(entry)).filter((one) => heavy.includes(one))).toEqual([])
  })

  test('loads the reader of pasted and imported tables with the dialogs that need it', () => {
    const isReader = (key: string): boolean => readFileSync(`${dist}${manifest[key]!.file}`, 'utf8').includes('解析线路isp')
    const readers = Object.keys(manifest).filter((key) => manifest[key]!.file.endsWith('.js') && isReader(key))
    expect(readers).toHaveLength(1)
    const loading = lazy.filter(([key]) => readers.includes(key) || importsOf(key).some((one) => readers.includes(one)))
    expect(new Set(loading.map(([, part]) => part.name))).toEqual(new Set(['import-dialog', 'paste-dialog']))
  })

  test('has a brotli and a gzip twin for every text that is worth it', () => {
    for (const { file } of Object.values(manifest)) {
      if (!/\.(js|css)$/.test(file) || statSync(`${dist}${file}`).size < 1024) continue
      expect(statSync(`${dist}${file}.br`).size).toBeLessThan(statSync(`${dist}${file}.gz`).size)
    }
  })
})

describe('a further screen', () => {
  const consoleFolder = fileURLToPath(new URL('../../console/', import.meta.url))
  const added = 10
  const areas = ['dns', 'account', 'system', 'home']
  const firstLoads = { 'sign-in page': [], 'first list': ['frame', 'dns', 'domain-page'] }

  /** Nouns that have nothing but a screen with a page of its own, in turns in each part of the console, first in the list's own. */
  function moreNouns(): Plugin {
    const nouns = Array.from({ length: added }, (_, index) => ({
      area: areas[index % areas.length]!,
      noun: `empty-${['quay', 'larch', 'onyx', 'fjord', 'tulip', 'ember', 'cobra', 'mango', 'pixel', 'whisk'][index]!}`,
    }))
    const rowOf = ({ area, noun }: (typeof nouns)[number]) =>
      `{ path: '/${area}/${noun}/list', title: { zh: '${noun} 列表', en: 'List of ${noun}' }, right: 'domain.read', load: () => import('nouns:${noun}-page').then((page) => page.Page) },`
    return {
      name: 'more-nouns',
      enforce: 'pre',
      resolveId: (id) => (id.startsWith('nouns:') ? `\0${id}` : null),
      load: (id) => (id.startsWith('\0nouns:') ? `export const Page = () => ${JSON.stringify(id)}` : null),
      transform(code, id) {
        const area = /\/app\/areas\/(\w+)\.ts$/.exec(id)?.[1]
        if (area === undefined) return null
        const rows = nouns.filter((one) => one.area === area).map(rowOf)
        const changed = code.replace('readonly Screen[] = [', (begin) => `${begin}${rows.join('\n')}`)
        if (changed === code && rows.length > 0) this.error('the table of screens is not written as expected')
        return changed
      },
    }
  }

  test(`adds at most ${budgets.furtherScreenBytes} bytes to either first load, asked of a build with ${added} more nouns`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nameplane-nouns-'))
    const outDir = join(folder, 'dist')
    // Else the test runner's own would bring the libraries' development halves.
    vi.stubEnv('NODE_ENV', 'production')
    try {
      await build({ root: consoleFolder, configFile: join(consoleFolder, 'vite.config.ts'), logLevel: 'error', build: { outDir }, plugins: [moreNouns()] })
      expect(Object.keys(builtParts(outDir)).length).toBe(Object.keys(builtParts(join(consoleFolder, 'dist'))).length + added)
      for (const [name, parts] of Object.entries(firstLoads)) {
        const grown = builtWeight(outDir, parts) - builtWeight(join(consoleFolder, 'dist'), parts)
        expect(grown / added, name).toBeLessThanOrEqual(budgets.furtherScreenBytes)
      }
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
