import type { Page } from 'playwright-core'
import { openPlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { newVisitor, openBrowser, signIn } from '../tests/support/browser.ts'
import { startPlatform } from '../tests/support/platform.ts'
import { openCold, weightOf } from '../tests/support/weights.ts'
import { inTurns, type Comparison } from './comparison.ts'

const rounds = 7
const switchesOfRound = 10
/** No wait goes on for ever: a measurement that cannot be taken says so. */
const patienceMs = 30_000

// Functions of the page: they run in the browser, so they are given to it as text.
const pageParts = `
  performance.setResourceTimingBufferSize(10_000)
  window.bench = {
    frame: () => new Promise((settle) => requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = settle; channel.port2.postMessage(0) })),
    until: async (what, isDone) => {
      const end = performance.now() + ${patienceMs}
      while (!isDone()) {
        if (performance.now() > end) throw new Error('waited ${patienceMs} ms in vain for ' + what)
        await bench.frame()
      }
    },
    screen: (path) => [...document.querySelectorAll('main[data-screen]')].find((main) => main.dataset.screen === path && main.offsetParent !== null),
    // Of the tables of the screen the one that is seen: what was opened before stays beside it, out of sight.
    rowsHeight: () => Math.max(0, ...[...(bench.screen('/dns/domain/list')?.querySelectorAll('table') ?? [])].map((table) => table.offsetHeight)),
    async rows(limit) {
      const isMany = limit > 100
      const start = performance.now()
      location.hash = '/dns/domain/list' + (limit === 20 ? '' : '?limit=' + limit)
      await bench.until(limit + ' rows', () => bench.rowsHeight() > 0 && isMany === bench.rowsHeight() > 3000)
      await bench.frame()
      const end = performance.now()
      // When the rows had to be fetched, drawing begins with their arrival.
      const arrival = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/domain/list?') && entry.startTime >= start).map((entry) => entry.responseEnd)
      return end - Math.max(start, ...arrival.filter((moment) => moment < end))
    },
    async plainRows(count) {
      document.getElementById('bench-floor')?.remove()
      const box = document.createElement('div')
      box.id = 'bench-floor'
      box.style.cssText = 'position:fixed;inset:60px;overflow:auto;background:#fff;z-index:9999'
      document.body.append(box)
      await bench.frame()
      const start = performance.now()
      const table = document.createElement('table')
      for (let row = 0; row < count; row++) {
        const line = table.insertRow()
        for (let column = 0; column < 9; column++) line.insertCell().textContent = 'domain-' + row + '-' + column + '.example'
      }
      box.append(table)
      await bench.frame()
      const elapsed = performance.now() - start
      box.remove()
      return elapsed
    },
    async go(path) {
      const start = performance.now()
      location.hash = path
      await bench.until(path, () => bench.screen(path))
      await bench.frame()
      return performance.now() - start
    },
    /** The two screens as dead markup, one shown and one hidden, and hidden for shown. */
    copies() {
      const box = document.createElement('div')
      box.id = 'bench-copies'
      box.style.cssText = 'position:fixed;inset:60px;overflow:auto;background:#fff;z-index:9999'
      for (const main of document.querySelectorAll('main[data-screen]')) { const copy = document.createElement('div'); copy.innerHTML = main.innerHTML; copy.hidden = box.childElementCount > 0; box.append(copy) }
      if (box.childElementCount < 2) { const copy = document.createElement('div'); copy.innerHTML = box.innerHTML; copy.hidden = true; box.append(copy) }
      document.body.append(box)
    },
    async swap() {
      const start = performance.now()
      for (const copy of document.getElementById('bench-copies').children) copy.hidden = !copy.hidden
      await bench.frame()
      return performance.now() - start
    },
    removeCopies() { document.getElementById('bench-copies')?.remove() },
  }
`

const inPage = (page: Page, call: string): Promise<number> => page.evaluate<number>(`bench.${call}`)

/** What an operator's browser loads and how quickly it draws, on a real server with the demo world. Takes about a minute. */
export async function inBrowser(): Promise<Comparison[]> {
  const platform = await startPlatform({
    captcha: null,
    prepare: (variables) =>
      openPlatformDatabase(readEnvironment(variables), (database) =>
        seedWorld(database, 'large', {
          isConfirmed: true,
          progress: () => {},
          largePlan: { domains: 400, records: 8_000, largestRecords: 1_000, owners: 9, groups: 3 },
        }),
      ),
  })
  const browser = await openBrowser()
  try {
    const login = await openCold(browser, platform.url, '/login')
    const loginWeight = await weightOf(login.page)
    await login.close()
    await platform.cli('login-rules', 'set', 'captcha', 'never')
    const visitor = await newVisitor(browser, platform)
    await signIn(visitor)
    const list = await openCold(browser, platform.url, '/dns/domain/list', await visitor.context.storageState())
    const listWeight = await weightOf(list.page)
    await list.close()
    const weighed = (name: string, bytes: number, budget: number): Comparison => ({
      name,
      ours: bytes / 1000,
      peer: budget / 1000,
      ratio: bytes / budget,
      unit: 'kB',
      peerName: 'its budget',
      budget: 1,
    })

    const { page } = visitor
    await page.evaluate(pageParts)
    for (const call of ['go("/dns/domain/list")', 'rows(200)', 'rows(20)', 'go("/home/dashboard")', 'go("/dns/domain/list")']) await inPage(page, call)
    const rows = await inTurns('200 rows of the domain list instead of 20, from their arrival to the next frame', 'ms', rounds, {
      ours: async () => {
        const elapsed = await inPage(page, 'rows(200)')
        await inPage(page, 'rows(20)')
        return elapsed
      },
      peer: () => inPage(page, 'plainRows(200)'),
      peerName: '200 bare rows of 9 cells',
      budget: 1.5,
    })
    const repeated = async (work: () => Promise<number>): Promise<number> => {
      let sum = 0
      for (let time = 0; time < switchesOfRound; time++) sum += await work()
      return sum / switchesOfRound
    }
    let isList = true
    const routes = await inTurns('change between two screens seen before, to the next frame', 'ms', rounds, {
      ours: () =>
        repeated(async () => {
          isList = !isList
          return inPage(page, `go(${JSON.stringify(isList ? '/dns/domain/list' : '/home/dashboard')})`)
        }),
      peer: async () => {
        await inPage(page, 'copies()')
        const elapsed = await repeated(() => inPage(page, 'swap()'))
        await inPage(page, 'removeCopies()')
        return elapsed
      },
      peerName: 'their dead markup',
    })
    return [
      weighed(`sign-in page, cold, brotli, ${loginWeight.requests} requests`, loginWeight.bytes, 92_000),
      weighed(`first list page, cold, brotli, ${listWeight.requests} requests`, listWeight.bytes, 185_000),
      rows,
      routes,
    ]
  } finally {
    await browser.close()
    await platform.stop()
  }
}
