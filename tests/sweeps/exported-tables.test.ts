import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import { readCsv } from '../../server/src/spreadsheet/csv.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { plantTexts } from '../support/planted-texts.ts'
import { rawCall } from '../support/raw-call.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Whatever is exported as a table, and whoever wrote what is in it: no cell is what a spreadsheet computes (OWASP, CSV injection). Workbooks
 * are written by the same hand; what is in them is read by another program in spreadsheet.test.ts.
 */
let platform: TestApp
let world: FixtureWorld
beforeAll(async () => {
  platform = await createTestApp()
  world = await makeFixtureWorld(platform)
  const list = sql`(${beginnings}::text[])`
  await plantTexts(platform.db, (mark, row) => sql`${list}[1 + ${row} % ${beginnings.length}] || 'cmd' || ${row} || ${mark}`)
})
afterAll(() => platform.close())

/** What a spreadsheet takes for the beginning of a formula, plain, full-width and behind what it skips. */
const beginnings = ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20', ' =', "'="]
const computed = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

const exporting = endpoints
  .filter(({ endpoint }) => endpoint.answers === 'file' && inputSchemaOf(endpoint).properties?.['format']?.enum?.includes('csv'))
  .map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
/** Of the last days, which have nothing here: their formulas are exported in log.test.ts. */
const empty = ['log.signInExport', 'log.operationExport']

test.each(exporting)('$name', async ({ name, endpoint }) => {
  // Of all that there is: filters of the valid call would leave little.
  const valid = validCalls[name]?.(world) ?? {}
  const needed = [...(inputSchemaOf(endpoint).required ?? []), 'domainId', 'domains'].filter((member) => member in valid)
  const input = { ...Object.fromEntries(needed.map((member) => [member, valid[member]])), format: 'csv' }
  const { statusCode, rawPayload } = await rawCall(platform.app, endpoint, input, { token: platform.adminToken })
  expect(statusCode).toBe(200)
  // Read as others read it: an apostrophe that goes before a formula stays, as another character here, so that our own reader leaves it.
  const cells = readCsv(Buffer.from(rawPayload.toString().replaceAll("'", '_'))).flat()
  expect(cells.filter((cell) => computed.test(cell))).toEqual([])
  // Some of what was planted came, guarded.
  if (!empty.includes(name)) expect(cells.filter((cell) => /^_+\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]?cmd\d+\[/.test(cell)).length).toBeGreaterThan(0)
})
