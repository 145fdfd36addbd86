import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { session } from '@nameplane/contract/account/session'
import type { Reply } from '@nameplane/contract/endpoint'
import { keepConfirmed } from './confirmations.ts'
import { sheetsOf } from './picture-views.ts'
import { adminName, adminPassword, type RunningPlatform } from './platform.ts'

/** A browser profile of one person, and the page that is open in it. */
export type Visitor = {
  readonly context: BrowserContext
  readonly page: Page
  readonly platform: RunningPlatform
  /** What the browser had to complain about: console errors and warnings, uncaught errors, breaches of the content policy. */
  readonly complaints: string[]
  /** Opens a hash path of the console. */
  open(path: string): Promise<void>
  /** Waits until nothing has been asked of the server for a moment, and the page has drawn what came. */
  quiet(): Promise<void>
  close(): Promise<void>
}

export type VisitorOptions = {
  readonly language?: 'zh' | 'en'
  readonly theme?: 'light' | 'dark' | 'system'
  readonly widthPx?: number
  readonly heightPx?: number
  /**
   * Whether requests can be held from the first page on. Chromium begins to hand them over a moment after it was told to: a call that
   * is to be held just after a page opened may pass by. Without it pages load faster, as the browser keeps its cache.
   */
  readonly isInterceptable?: boolean
  /** Prefers reduced motion: what changes does so at once, in one frame instead of nine. */
  readonly isStill?: boolean
}

const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const quietMs = 120
const pictures = process.env['NAMEPLANE_TEST_PICTURES']
/** Whether somebody is to look at pictures afterwards. */
export const isPictured = Boolean(pictures)

/** One Chromium for a test file; each visitor gets a profile of his own in it. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env['NAMEPLANE_TEST_CHROMIUM']
  const paths = given ? [given] : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  const executablePath = paths.find((path) => existsSync(path))
  if (!executablePath) throw new Error(`there is no Chromium at ${paths.join(' or ')}; install it, or name one in NAMEPLANE_TEST_CHROMIUM`)
  return chromium.launch({ executablePath, args: switches })
}

/** A visitor who has not been here before, but for the language and theme that are chosen already. */
export async function newVisitor(
  browser: Browser,
  platform: RunningPlatform,
  { language, theme, widthPx = 1440, heightPx = 900, isInterceptable = false, isStill = false }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: widthPx, height: heightPx },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: isStill ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(30_000)
  const kept = { ...(language ? { language: language === 'zh' ? 'cn' : 'en' } : {}), ...(theme ? { 'theme-mode': theme } : {}) }
  // Once a profile: what the visitor chooses later stays chosen.
  await context.addInitScript(`
    // The empty page that a tab begins with has no storage.
    if (location.protocol === 'http:') for (const [name, value] of Object.entries(${JSON.stringify(kept)})) if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
    addEventListener('securitypolicyviolation', (event) => console.error('content policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  `)
  if (isInterceptable) await context.route(/^never:/, (route) => route.fallback())
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => complaints.push(`uncaught: ${thrown.error().message}`))
  let asked = 0
  const pending = new Set<unknown>()
  context.on('request', (request) => {
    // Never answered to its end, and nothing that a page waits for.
    if (request.url().endsWith('/sys/message/stream')) return
    asked += 1
    pending.add(request)
  })
  context.on('requestfinished', (request) => pending.delete(request))
  context.on('requestfailed', (request) => pending.delete(request))
  const page = await context.newPage()
  return {
    context,
    page,
    platform,
    complaints,
    open: async (path) => void (await page.goto(`${platform.url}#${path}`)),
    async quiet() {
      for (let before = -1; before !== asked || pending.size > 0;) {
        before = asked
        await pause(quietMs)
        // On a busy machine what came is drawn, and what follows from it is asked for, later than a moment after. A moment of idleness is no
        // sign of it: a page that shows the same as before has none for seconds.
        await page.evaluate("scheduler.postTask(() => {}, { priority: 'background' })").catch(() => {})
      }
    },
    close: () => context.close(),
  }
}

/**
 * Signs the administrator in by the call that the form makes: the form itself is proven where that is what is tested. No captcha is asked
 * for, and no confirmation however long the test takes.
 */
export async function signIn({ context, page, open, platform }: Pick<Visitor, 'context' | 'page' | 'open' | 'platform'>, path = '/console'): Promise<void> {
  const answer = await context.request.post(`${platform.url}api/${session.login.path}`, { data: { username: adminName, password: adminPassword } })
  const { token } = (await answer.json()) as Reply<typeof session.login>
  if (token === undefined) throw new Error(`the administrator cannot sign in: ${await answer.text()}`)
  // A page of the same origin that is no console: one that stands open would notice that its session has changed.
  await page.goto(`${platform.url}healthz`)
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  await open(path)
  await page.getByRole('navigation', { name: /^(面包屑|Breadcrumb)$/ }).waitFor()
  await keepConfirmed(platform)
}

/** Fills the sign-in form, in whichever language it stands, and sends it. */
export async function fillSignIn(page: Page, username: string, password: string, captcha?: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(账号|Username)$/ }).fill(username)
  await page.getByLabel(/^(密码|Password)$/).fill(password)
  if (captcha !== undefined) await page.getByRole('textbox', { name: /^(图形验证码|Captcha)$/ }).fill(captcha)
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click()
}

/** Changes the language for as long as something is looked at, by the button in the page; a dialog keeps that from the pointer. */
export async function inOtherLanguage(page: Page, look: () => Promise<unknown>): Promise<void> {
  const change = (): Promise<void> => page.locator('button[lang]').first().dispatchEvent('click')
  await change()
  await look()
  await change()
}

/** Keeps a picture of the page where NAMEPLANE_TEST_PICTURES names a folder for them, or sheets of all its views if it says so before: `views:FOLDER`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const [, allViews, folder = ''] = /^(views:)?(.*)$/.exec(pictures)!
  mkdirSync(folder, { recursive: true })
  if (!allViews) return void (await page.screenshot({ path: `${folder}/${name}.png` }))
  for (const [kind, sheet] of Object.entries(await sheetsOf(page))) writeFileSync(`${folder}/${name}-${kind}.png`, sheet)
}
