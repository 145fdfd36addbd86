import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { runCommandLine } from './command-line.ts'
import { OperatorProblem } from './operator-problem.ts'

let platform: TestApp
let folder: string
let variables: Record<string, string>
let lines: string[]

beforeEach(async () => {
  lines = []
  platform = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-cli-'))
  variables = { NAMEPLANE_DATA: join(folder, 'data'), NAMEPLANE_DATABASE_URL: platform.connectionString, NAMEPLANE_MASTER_KEY: '07'.repeat(32) }
  for (let each = 0; each < 5; each++) await platform.call(domain.save, { domain: `trail-${each}.example` })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await platform.close()
})

const run = (...words: string[]): Promise<number> => runCommandLine(words, { variables, print: (line) => lines.push(line) })
/** The same where no database can be reached. */
const runOffline = (...words: string[]): Promise<number> =>
  runCommandLine(words, { variables: { ...variables, NAMEPLANE_DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, print: (line) => lines.push(line) })

test('an exported trail verifies with its database, without it, and not once it was touched', async () => {
  const file = join(folder, 'trail.jsonl')
  expect(await run('audit', 'export', file)).toBe(0)
  const [, count] = /^(\d+) entries written/.exec(lines[0]!)!
  expect(await run('audit', 'verify')).toBe(0)
  expect(lines).toContain(`Intact: ${count} entries`)
  expect(await runOffline('audit', 'verify', file)).toBe(0)
  await expect(run('audit', 'export', file)).rejects.toThrow(OperatorProblem)

  const written = readFileSync(file, 'utf8')
  for (const [forged, said] of [
    [written.replace('trail-3.example', 'trail-4.example'), /^Broken at entry \d+: changed or moved after it was written/],
    [written.split('\n').toSpliced(2, 1).join('\n'), /^Broken at entry 2: one or more entries missing/],
    [written.split('\n').slice(0, -2).join('\n'), /signed last line is missing/],
  ] as const) {
    lines = []
    writeFileSync(file, forged)
    expect(await runOffline('audit', 'verify', file)).toBe(1)
    expect(
      lines.some((line) => said.test(line)),
      lines.join('\n'),
    ).toBe(true)
  }
  writeFileSync(file, 'something else\n')
  await expect(runOffline('audit', 'verify', file)).rejects.toThrow(/Not an exported audit trail/)
  await expect(run('audit', 'verify', join(folder, 'none'))).rejects.toThrow(/File not found/)
})

test('a cut end contradicts the anchor that the export left, and a strange line of the anchors is named', async () => {
  expect(await run('audit', 'export', join(folder, 'trail.jsonl'))).toBe(0)
  lines = []
  await sql`delete from audit_entry where id = (select max(id) from audit_entry)`.execute(platform.db)
  expect(await run('audit', 'verify')).toBe(1)
  expect(lines[0]).toMatch(/^Broken at entry \d+: later entries proven by an anchor are missing/)
  const anchors = join(folder, 'data', 'audit-anchors', 'anchors.jsonl')
  writeFileSync(anchors, 'noise\n')
  lines = []
  expect(await run('audit', 'verify')).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^Intact/),
    'No anchor yet. A truncated end would not be detected.',
    expect.stringMatching(/not signed by this platform: 1$/),
  ])
})
