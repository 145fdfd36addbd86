import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typedTextToPresentation } from '@nameplane/dns-text/character-strings'
import { newVisitor, openBrowser, signIn, type Visitor } from '../../support/browser.ts'
import { filledPath, startDemoPlatform } from '../../support/demo-platform.ts'
import { hostileTexts } from '../../support/hostile-texts.ts'
import { markOf, plantTexts } from '../../support/planted-texts.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { recordPath } from '../../support/record-editor.ts'
import { step } from '../../support/step.ts'

/*
 * Every text that people, programs and strangers leave in the database is one that attacks, past all checks of what is sent: no screen takes
 * it for anything but a text. What each field holds is marked, so that a screen that shows nothing of it proves nothing.
 */
// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
const screens = await allScreens()

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  visitor = await newVisitor(browser, platform, { language: 'en' })
  await signIn(visitor)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** So many of the texts in each field: a few rows of a list have all of them. */
const eachRow = 24
const rotated = Array.from({ length: 20 }, (_, row) =>
  Array.from({ length: eachRow }, (__, at) => hostileTexts[(row * eachRow + at) % hostileTexts.length]!).join(' '),
)

async function plant(): Promise<{ planted: string[]; refused: string[] }> {
  const { db } = platform
  const { planted, refused } = await plantTexts(
    db,
    (mark, row) => sql`${mark}::text || ' ' || ${row} || ' ' || (${rotated}::text[])[1 + ${row} % ${rotated.length}]`,
  )
  // What DNS itself carries (RFC 1035 §3.3): texts of any octets, and names that others transfer to us.
  for (const [index, text] of rotated.entries())
    await sql`
      update record set value = ${typedTextToPresentation(`${markOf('record.value')} ${text}`)}
      where id in (select id from record where type = 'TXT' order by id offset ${index * 8} limit 8)`.execute(db)
  await sql`
    update record set host = ${markOf('record.host')} || record.id || ${'<img/src=x/onerror=alert(1)>'}::text from domain_primary where record.domain_id = domain_primary.domain_id`.execute(
    db,
  )
  return { planted: [...planted, 'record.value', 'record.host'], refused }
}

/** Scripts in the page that are none of ours, and what a page of ours never has: handlers in the markup, addresses that are programs. */
const intruders = `[
  ...[...document.scripts].filter(({ src, type }) => type !== 'application/json' && !src.startsWith(location.origin + '/')).map(({ outerHTML }) => outerHTML),
  ...[...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => /^on/i.test(name))).map(({ outerHTML }) => outerHTML.slice(0, 200)),
  ...[...document.querySelectorAll('[href], [src], [action], [formaction]')].filter((one) => ['href', 'src', 'action', 'formaction'].some((name) => /^\\s*(?:javascript|vbscript|data:text)/i.test(one.getAttribute(name) ?? ''))).map(({ outerHTML }) => outerHTML.slice(0, 200)),
]`
const shownText = `document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join('\\n')`

/** Some of what is shown as a screen is opened; other fields are in details, in logs of other days, or have no rows here. */
const shownAtOnce = [
  ...['account.remark', 'account.username', 'audit_entry.actor_name', 'audit_entry.target_name', 'custom_line.name', 'domain.remark', 'job.name'],
  ...['message.title', 'node.name', 'record.host', 'record.remark', 'record.value', 'reverse_segment.remark', 'role.name', 'secondary.name', 'update_key.name'],
]

test('no text is anything but a text, on any screen', { timeout: 240_000 }, async () => {
  const { page } = visitor
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const before = await page.evaluate<string[]>(intruders)
  expect(before).toEqual([])
  const { planted, refused } = await plant()
  expect(refused).toEqual([])
  const seen = new Set<string>()
  const transferred = await platform.db
    .selectFrom('domain_primary')
    .innerJoin('domain', 'domain.id', 'domain_primary.domain_id')
    .select(['domain.id', 'domain.name'])
    .executeTakeFirstOrThrow()
  const paths = [...(await Promise.all(screens.map(({ path }) => filledPath(platform, path)))), recordPath(transferred)]
  for (const path of paths)
    await step(path, async () => {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
      await page.locator(`main[data-screen="${path}"]`).waitFor()
      await visitor.quiet()
      expect(await page.evaluate(intruders)).toEqual([])
      expect(dialogs).toEqual([])
      expect(visitor.complaints).toEqual([])
      const text = await page.evaluate<string>(shownText)
      for (const field of planted) if (text.includes(markOf(field))) seen.add(field)
    })
  expect(shownAtOnce.filter((field) => !seen.has(field))).toEqual([])
})
