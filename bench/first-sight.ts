import { createServer } from 'node:http'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { newVisitor, openBrowser, signIn } from '../tests/support/browser.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from '../tests/support/platform.ts'
import { inTurns, type Comparison } from './comparison.ts'

/*
 * How long somebody with a slow machine waits: the processor four times slower, the cache empty. The floor is a page that
 * shows a heading by React and does nothing else. Both are opened from a page of another site, as by a link, a bookmark or from a new
 * tab, so that the browser begins a process for each. From an empty page it would begin one for ours alone, which is kept apart from
 * others (Cross-Origin-Opener-Policy), and nobody comes from there. What peers need beside such a floor stands in docs/performance.md.
 */
export const slowdown = 4
const rounds = 5
const consoleFolder = fileURLToPath(new URL('../console/', import.meta.url))

/** Builds and serves the floor; answers its address. */
export async function serveFloor(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-floor-'))
  const source = mkdtempSync(join(consoleFolder, '.floor-'))
  try {
    writeFileSync(join(source, 'index.html'), '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>')
    writeFileSync(
      join(source, 'main.js'),
      `import { createElement } from 'react'
       import { createRoot } from 'react-dom/client'
       createRoot(document.getElementById('root')).render(createElement('h1', null, 'Here'))`,
    )
    await build({ root: source, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
  const files = new Map<string, { body: Buffer; type: string }>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.html') ? 'text/html' : null
    if (type) files.set(`/${name}`, { body: brotliCompressSync(readFileSync(join(folder, name))), type })
  }
  rmSync(folder, { recursive: true, force: true })
  const server = createServer((request, answer) => {
    const file = files.get(request.url === '/' ? '/index.html' : (request.url ?? ''))
    if (!file) return answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.body)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

export async function slowed(page: Page, rate = slowdown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds from asking for the address until the selector is drawn, in a profile that has seen nothing but another site. */
async function untilShown(browser: Browser, from: string, url: string, selector: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(from)
  await slowed(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(selector).waitFor()
  const shown = await page.evaluate<number>('performance.now()')
  await context.close()
  return shown
}

/** Milliseconds from the click that signs in until the dashboard shows its figures. */
async function signInToDashboard(browser: Browser, platform: RunningPlatform): Promise<number> {
  const visitor = await newVisitor(browser, platform)
  await visitor.open('/login')
  const { page } = visitor
  await page.getByRole('textbox', { name: '账号' }).fill(adminName)
  await page.getByLabel(/^密码$/).fill(adminPassword)
  await slowed(page)
  const start = performance.now()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('main[data-screen="/home/dashboard"] h2').first().waitFor()
  const elapsed = performance.now() - start
  await visitor.close()
  return elapsed
}

/** Milliseconds of a change between two screens that were seen before. */
async function changeOfScreen(page: Page): Promise<number> {
  let sum = 0
  for (const path of ['/dns/domain/list', '/home/dashboard']) {
    const start = performance.now()
    await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
    await page.locator(`main[data-screen="${path}"]`).waitFor()
    sum += performance.now() - start
  }
  return sum / 2
}

export async function firstSight(): Promise<Comparison[]> {
  const platform = await startPlatform()
  const browser = await openBrowser()
  const floor = await serveFloor()
  // By name it is another site than by address.
  const elsewhere = floor.url.replace('127.0.0.1', 'localhost')
  try {
    const peer = () => untilShown(browser, elsewhere, floor.url, 'h1')
    const peerName = 'a heading by React'
    const visitor = await newVisitor(browser, platform)
    await signIn(visitor)
    await slowed(visitor.page)
    await changeOfScreen(visitor.page)
    return [
      await inTurns(`sign-in page, cold, until its form can be used, processor ${slowdown} × slower`, 'ms', rounds, {
        ours: () => untilShown(browser, elsewhere, `${platform.url}#/login`, 'input[type=password]'),
        peer,
        peerName,
        budget: 1.5,
      }),
      await inTurns(`sign-in, from the click until the dashboard shows, processor ${slowdown} × slower`, 'ms', rounds, {
        ours: () => signInToDashboard(browser, platform),
        peer,
        peerName,
      }),
      await inTurns(`change between two screens seen before, processor ${slowdown} × slower`, 'ms', rounds, {
        ours: () => changeOfScreen(visitor.page),
        peer,
        peerName,
      }),
    ]
  } finally {
    floor.stop()
    await browser.close()
    await platform.stop()
  }
}
