import type { Browser, Page } from 'playwright-core'
import { domain } from '@nameplane/contract/dns/domain'
import { openPlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { largestDomain } from '../server/src/seed/large-domains.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { newVisitor, openBrowser, signIn, type Visitor } from '../tests/support/browser.ts'
import { startPlatform, type RunningPlatform } from '../tests/support/platform.ts'
import { recordPath } from '../tests/support/record-editor.ts'
import { inTurns, type Comparison } from './comparison.ts'
import { serveFloor, slowdown, slowed } from './first-sight.ts'

/*
 * What an operator feels all day: scrolling through a large domain, typing into a search, going to and fro, and how long a page
 * that was opened by a link does not answer.
 */
const rounds = 5
const records = 100_000
const changesOfScreen = 100
const recordScroller = 'main[data-screen$="/record"] [role=region]:has(> table)'
const searchField = 'main[data-screen="/dns/domain/list"] [role=search] input'

// Functions of the page: they run in the browser, so they are given to it as text.
const pageParts = `
  window.daily = {
    frame: () => new Promise((settle) => requestAnimationFrame(settle)),
    /** The frames of 120 steps of a wheel, of which every tenth is a leap: the time that 95 of 100 take at most. */
    async scroll(scroller) {
      const times = []
      scroller.scrollTop = 0
      await daily.frame()
      let before = await daily.frame()
      for (let step = 0; step < 120; step++) {
        scroller.scrollTop += step % 10 === 9 ? 40_000 : 120
        const now = await daily.frame()
        times.push(now - before)
        before = now
      }
      return times.sort((left, right) => left - right)[Math.ceil(times.length * 0.95) - 1]
    },
    records: () => daily.scroll(document.querySelector('${recordScroller}')),
    /** As many rows of the same width, those in view drawn as plain elements. */
    async bareRecords() {
      const rowPx = 36
      const scroller = document.body.appendChild(document.createElement('div'))
      scroller.style.cssText = 'position:fixed;inset:60px;overflow:auto;background:#fff;z-index:9999'
      const table = document.createElement('table')
      const space = document.createElement('div')
      space.style.cssText = 'position:relative;height:' + ${records} * rowPx + 'px'
      table.style.cssText = 'position:absolute;width:100%'
      scroller.append(space)
      space.append(table)
      scroller.addEventListener('scroll', () => {
        const first = Math.max(0, Math.floor(scroller.scrollTop / rowPx) - 12)
        table.style.top = first * rowPx + 'px'
        table.replaceChildren()
        for (let row = first; row < first + 48; row++) {
          const line = table.insertRow()
          line.style.height = rowPx + 'px'
          for (let column = 0; column < 9; column++) line.insertCell().textContent = 'record-' + row + '-' + column
        }
      })
      const time = await daily.scroll(scroller)
      scroller.remove()
      return time
    },
    /** From a key in a field until it is drawn, waiting for no frame: it is pressed where one begins. The median of nine. */
    async key(field) {
      const times = []
      field.focus()
      for (let time = 0; time < 9; time++) {
        times.push(
          await new Promise((settle) =>
            requestAnimationFrame(() => {
              const start = performance.now()
              document.execCommand('insertText', false, 'a')
              const drawn = new MessageChannel()
              drawn.port1.onmessage = () => settle(performance.now() - start)
              drawn.port2.postMessage(0)
            }),
          ),
        )
        document.execCommand('delete')
        await new Promise((settle) => setTimeout(settle, 60))
      }
      return times.sort((left, right) => left - right)[4]
    },
    search: () => daily.key(document.querySelector('${searchField}')),
    async bareKey() {
      const field = document.body.appendChild(document.createElement('input'))
      field.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:9999'
      const time = await daily.key(field)
      field.remove()
      return time
    },
  }
`
const inPage = (page: Page, name: string): Promise<number> => page.evaluate<number>(`daily.${name}()`)

/** Bytes that are still in use once the collector has been through. */
async function bytesInUse(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

/** Milliseconds that a page, opened cold on a slowed processor, could not have answered: of each long task what is beyond 50. */
async function blockedMs(browser: Browser, url: string, selector: string, state?: Awaited<ReturnType<Visitor['context']['storageState']>>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', ...(state ? { storageState: state } : {}) })
  const page = await context.newPage()
  await slowed(page)
  await page.addInitScript(`
    window.blocked = 0
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.blocked += duration - 50 }).observe({ type: 'longtask', buffered: true })
  `)
  await page.goto(url)
  await page.locator(selector).first().waitFor()
  await page.waitForTimeout(1000)
  const blocked = await page.evaluate<number>('window.blocked')
  await context.close()
  return blocked
}

async function startLarge(): Promise<RunningPlatform> {
  return startPlatform({
    prepare: (variables) =>
      openPlatformDatabase(readEnvironment(variables), (database) =>
        seedWorld(database, 'large', {
          isConfirmed: true,
          progress: () => {},
          largePlan: { domains: 400, records: records + 8_000, largestRecords: records, owners: 9, groups: 3 },
        }),
      ),
  })
}

/** Takes about two minutes. */
export async function dailyWork(): Promise<Comparison[]> {
  const platform = await startLarge()
  const browser = await openBrowser()
  const floor = await serveFloor()
  try {
    const visitor = await newVisitor(browser, platform)
    await signIn(visitor)
    const { page } = visitor
    await page.evaluate(pageParts)
    const { data } = await platform.call(domain.list, { search: largestDomain })
    await page.evaluate(`location.hash = ${JSON.stringify(recordPath({ name: largestDomain, id: data.list[0]!.id }))}`)
    await page.locator(`${recordScroller} tbody input`).first().waitFor()
    const scrolled = (name: string, limit: number) =>
      inTurns(`scrolling through ${records.toLocaleString('en')} records, p95 of a frame${name}`, 'ms', rounds, {
        ours: () => inPage(page, 'records'),
        peer: () => inPage(page, 'bareRecords'),
        peerName: 'bare rows',
        limit,
      })
    // Two frames.
    const scrolling = await scrolled('', 34)
    await slowed(page)
    const scrollingSlowed = await scrolled(`, processor ${slowdown} × slower`, 100)
    await slowed(page, 1)

    await page.evaluate(`location.hash = '/dns/domain/list?limit=200'`)
    await page.locator(searchField).first().waitFor()
    await visitor.quiet()
    const searching = await inTurns('a key in the search over 200 rows, until it is drawn', 'ms', rounds, {
      ours: () => inPage(page, 'search'),
      peer: () => inPage(page, 'bareKey'),
      peerName: 'a bare field over them',
      limit: 16,
    })

    const change = async (path: string): Promise<void> => {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
      await page.locator(`main[data-screen="${path}"]`).waitFor()
    }
    const toAndFro = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await change(time % 2 === 0 ? '/home/dashboard' : '/dns/domain/list')
    }
    await toAndFro(20)
    await visitor.quiet()
    const before = await bytesInUse(page)
    await toAndFro(changesOfScreen)
    await visitor.quiet()
    const grown = (await bytesInUse(page)) - before

    const state = await visitor.context.storageState()
    const opened = await inTurns(`first list page, cold, time without an answer, processor ${slowdown} × slower`, 'ms', rounds, {
      ours: () => blockedMs(browser, `${platform.url}#/dns/domain/list`, 'main tbody tr input', state),
      peer: () => blockedMs(browser, floor.url, 'h1'),
      peerName: 'a heading by React',
      limit: 900,
    })
    return [
      scrolling,
      scrollingSlowed,
      searching,
      {
        name: `memory after ${changesOfScreen} changes of screen, beside before`,
        unit: 'MB',
        ours: grown / 1e6,
        peer: Number.NaN,
        peerName: 'nothing kept',
        ratio: Number.NaN,
        limit: 1.5,
      },
      opened,
    ]
  } finally {
    floor.stop()
    await browser.close()
    await platform.stop()
  }
}
