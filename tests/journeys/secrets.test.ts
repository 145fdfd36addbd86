import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setting as calls } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, type Visitor } from '../support/browser.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { canariesIn, canaryText, canaryValue, secretSettings, type Canary } from '../support/secret-canaries.ts'

/* Every setting holds secrets, every settings screen is visited and typed into: the browser keeps none of them, and no address names one. */
// A name that the types do not follow: what it leads to is of the console's own configuration.
const screensModule: string = '../../console/src/features/system/setting/setting.screens.ts'
let paths: string[]
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
const canaries: Canary[] = [{ what: 'the password of the administrator', value: adminPassword, needle: adminPassword }]
const typed = canaryText('typed and not saved')
const asked: string[] = []

beforeAll(async () => {
  const { settingScreens } = (await import(screensModule)) as { settingScreens: readonly { path: string }[] }
  paths = settingScreens.map(({ path }) => path)
  platform = await startPlatform()
  for (const setting of secretSettings) {
    const made = canaryValue(setting, 1)
    const record = await platform.call(calls.ofKey, { key: setting.key })
    await platform.call(calls.update, { id: record.config.id, paramValue: made.paramValue, status: 1 })
    canaries.push(...made.canaries)
  }
  canaries.push(typed)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => void dialog.accept())
})
afterEach(() => visitor.close())

/** All that the browser has kept of the console, as text. */
async function kept(): Promise<string> {
  const state = await visitor.context.storageState({ indexedDB: true })
  const here = await page.evaluate<string>(`(async () => {
    const cached = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name, location.href, cached])
  })()`)
  return JSON.stringify([state, await visitor.context.cookies()]) + here
}

/** What the server prints names no secret. */
const expectServerSilent = () => expect(canariesIn(canaries.slice(1), platform.server.output() + platform.server.errors())).toEqual([])

describe('a secret', () => {
  test('is found wherever a browser can keep it', async () => {
    await visitor.open('/login')
    const planted = ['localStorage', 'sessionStorage', 'cookie', 'IndexedDB'].map((where) => ({ where, canary: canaryText(`planted in ${where}`) }))
    const values = JSON.stringify(planted.map(({ canary }) => canary.value))
    await page.evaluate(`(async ([inLocal, inSession, inCookie, inDatabase]) => {
      localStorage.setItem('planted', inLocal)
      sessionStorage.setItem('planted', inSession)
      document.cookie = 'planted=' + inCookie
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open('planted', 1)
        opening.onupgradeneeded = () => void opening.result.createObjectStore('secrets').put(inDatabase, 'key')
        opening.onsuccess = () => (opening.result.close(), resolve())
        opening.onerror = reject
      })
    })(${values})`)
    const found = await kept()
    expect(planted.filter(({ canary }) => canariesIn([canary], found).length === 0).map(({ where }) => where)).toEqual([])
  })

  test('is kept by no browser that has visited every settings screen, and stands in no address', async () => {
    await signIn(visitor)
    let fields = 0
    for (const path of paths) {
      await visitor.open(path)
      await visitor.quiet()
      const secrets = page.locator('main input[type=password]:visible, main textarea.font-mono:visible')
      const count = await secrets.count()
      for (let index = 0; index < count; index += 1) await secrets.nth(index).fill(typed.value)
      fields += count
      if (count > 0) {
        expect([path, canariesIn(canaries, await kept())]).toEqual([path, []])
        await page.reload()
        await visitor.quiet()
      }
      expect([path, canariesIn(canaries, await kept())]).toEqual([path, []])
    }
    expect(fields).toBeGreaterThanOrEqual(secretSettings.length)
    expect(asked.filter((url) => canariesIn(canaries, url).length > 0)).toEqual([])
    expectServerSilent()
  })

  test('is in nothing that anybody may ask the server for', async () => {
    for (const path of ['healthz', '', 'index.html', 'api/docs', 'api/openapi.json', 'metrics', 'api/sys_common/index']) {
      const answer = await fetch(`${platform.url}${path}`)
      expect([path, canariesIn(canaries, JSON.stringify([...answer.headers]) + (await answer.text()))]).toEqual([path, []])
    }
    const health = await fetch(`${platform.url}healthz`)
    expect([health.status, Object.keys((await health.json()) as object).toSorted()]).toEqual([200, ['database', 'jobs', 'node']])
    expectServerSilent()
  })
})
