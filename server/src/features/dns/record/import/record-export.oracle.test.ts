import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { everyKindOfRecord, newTestDomain } from '../../../../../../tests/support/records.ts'

// The oracle is BIND's own reader of zone files (Debian: bind9-utils).
const oracle = 'named-compilezone'
const isOracleThere = spawnSync(oracle, ['-v']).status === 0

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-zone-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

it.skipIf(!isOracleThere)('BIND loads an exported zone file as what the default line answers', async () => {
  const target = await newTestDomain(test)
  await target.apply(everyKindOfRecord)
  const { body } = await test.app.inject({ url: `/api/sys/dns/record/export?domainId=${target.id}`, headers: { authorization: `Bearer ${test.adminToken}` } })
  const [zoneFile, loaded] = [join(folder, 'zone'), join(folder, 'loaded')]
  writeFileSync(zoneFile, body)
  const run = spawnSync(oracle, ['-i', 'none', '-f', 'text', '-F', 'text', '-s', 'full', '-o', loaded, target.name, zoneFile])
  expect([run.status, String(run.stdout)]).toEqual([0, expect.stringContaining('OK')])
  const records = readFileSync(loaded, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/\sSOA\s/.test(line))
  // Not the two of other lines, the second weighted CNAME and the paused one; but the two NS of the service group.
  expect(records).toHaveLength(everyKindOfRecord.length - 4 + 2)
})
