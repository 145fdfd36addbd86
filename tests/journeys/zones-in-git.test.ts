import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { step } from '../support/step.ts'

/* A team keeps its zones in a folder, and applies them beside the running platform. */

let platform: RunningPlatform
let scratch: string
let variables: Record<string, string>

beforeAll(async () => {
  platform = await startPlatform({ world: 'demo', prepare: async (given) => void (variables = { ...given } as Record<string, string>) })
  scratch = mkdtempSync(join(tmpdir(), 'nameplane-git-'))
})
afterAll(async () => {
  await platform?.stop()
  if (scratch) rmSync(scratch, { recursive: true, force: true })
})

/** The command as an operator types it, its exit code and what it prints. */
function zones(...words: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((settle, fail) => {
    const file = fileURLToPath(new URL('../../tools/run.mjs', import.meta.url))
    execFile(
      process.execPath,
      [file, 'cli', 'zones', ...words],
      { env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 },
      (error, output, errors) => {
        const code = error ? error.code : 0
        if (typeof code !== 'number') return fail(new Error(errors, { cause: error }))
        settle({ code, lines: output.trimEnd().split('\n') })
      },
    )
  })
}

const recordsOfAll = () =>
  platform.db
    .selectFrom('record')
    .innerJoin('domain', 'domain.id', 'record.domain_id')
    .where('domain.deleted_at', 'is', null)
    .select([
      'domain.name',
      'record.host',
      'record.type',
      'record.line',
      'record.value',
      'record.ttl_seconds',
      'record.weight',
      'record.remark',
      'record.status',
    ])
    .orderBy('domain.name')
    .orderBy('record.host')
    .orderBy('record.type')
    .orderBy('record.line')
    .orderBy('record.value')
    .execute()

test('the whole sample world goes into a folder and back, and a change of a file is what dig is told', async () => {
  const folder = join(scratch, 'zones')
  const before = await recordsOfAll()

  await step('pull writes a file for each domain, and there is nothing to plan then', async () => {
    const { code } = await zones('pull', folder)
    expect(code).toBe(0)
    const domains = await platform.db.selectFrom('domain').select('name').where('deleted_at', 'is', null).execute()
    expect(domains.length).toBeGreaterThan(20)
    expect(readdirSync(folder).sort()).toEqual(domains.map(({ name }) => `${name}.zone`).sort())
    // The world has all that a zone file has no words for.
    const all = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    for (const member of ['"line"', '"weight"', '"remark"', '"status":0']) expect(all).toContain(member)
    const plan = await zones('plan', folder)
    expect(plan.lines).toEqual([`${domains.length} zone files: 0 with changes, ${domains.length} without, 0 refused`])
    expect(plan.code).toBe(0)
  })

  const busiest = before.filter(({ name }) => before.filter((one) => one.name === name).length >= 10)[0]!.name
  await step('whole zones are lost and come back as they were, but for the large change that needs a yes', async () => {
    const file = join(folder, `${busiest}.zone`)
    const text = readFileSync(file, 'utf8')
    const count = before.filter(({ name }) => name === busiest).length
    writeFileSync(file, '; emptied\n')
    const locked = await platform.db.selectFrom('domain').select('is_locked').where('name', '=', busiest).executeTakeFirstOrThrow()
    expect(locked.is_locked).toBe(false)
    expect((await zones('apply', folder, '--only', busiest)).code).toBe(1)
    expect((await recordsOfAll()).length).toBe(before.length)
    expect((await zones('apply', folder, '--only', busiest, '--yes')).code).toBe(0)
    expect((await recordsOfAll()).length).toBe(before.length - count)
    writeFileSync(file, text)
    const back = await zones('apply', folder, '--only', busiest)
    expect(back).toMatchObject({ code: 0 })
    expect(await recordsOfAll()).toEqual(before)
    // The serial in the file is an older one, which is nothing to plan.
    expect((await zones('plan', folder)).code).toBe(0)
  })

  if (!isDigThere) return
  await step('a changed file is planned, applied, and answered by the node', async () => {
    const file = join(folder, `${busiest}.zone`)
    writeFileSync(file, `${readFileSync(file, 'utf8')}from-git 60 IN A 192.0.2.77\n`)
    const plan = await zones('plan', folder)
    expect(plan).toMatchObject({ code: 3 })
    expect(plan.lines.slice(0, 2)).toEqual([`${busiest}: 1 record to add, 0 to change, 0 to delete`, '+ from-git\t60\tIN\tA\t192.0.2.77'])
    expect((await dig(platform.dnsPort, `from-git.${busiest}`))?.values).not.toContain('192.0.2.77')
    expect((await zones('apply', folder)).code).toBe(0)
    await expect.poll(async () => (await dig(platform.dnsPort, `from-git.${busiest}`))?.values).toEqual(['192.0.2.77'])
    expect((await zones('plan', folder)).code).toBe(0)
  })

  await step('a new domain is served once it is added', async () => {
    writeFileSync(join(folder, 'from-git.example.zone'), 'www 60 IN A 192.0.2.78\n')
    expect((await zones('apply', folder, '--only', 'from-git.example')).code).toBe(1)
    expect((await zones('apply', folder, '--only', 'from-git.example', '--create')).code).toBe(0)
    await expect.poll(async () => (await dig(platform.dnsPort, 'www.from-git.example'))?.values).toEqual(['192.0.2.78'])
  })

  await step('words that are none end with 2', async () => {
    expect((await zones('plan', folder, '--sideways')).code).toBe(2)
  })
}, 240_000)
