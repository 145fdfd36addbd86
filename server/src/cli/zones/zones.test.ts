import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record, type WrittenRecord } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { firstBrokenAuditEntry } from '../../audit/audit-verification.ts'
import { runCommandLine } from '../command-line.ts'
import { OperatorProblem, UsageProblem } from '../operator-problem.ts'

let platform: TestApp
let scratch: string
let variables: Record<string, string>
let folder: string
let lines: string[]
let count = 0

beforeAll(async () => {
  platform = await createTestApp()
  scratch = mkdtempSync(join(tmpdir(), 'nameplane-zones-'))
  variables = { NAMEPLANE_DATA: join(scratch, 'data'), NAMEPLANE_DATABASE_URL: platform.connectionString, NAMEPLANE_MASTER_KEY: '07'.repeat(32) }
})
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await platform.close()
})
beforeEach(() => {
  lines = []
  count += 1
  folder = join(scratch, `zones-${count}`)
  mkdirSync(folder)
})

const run = (...words: string[]): Promise<number> => {
  lines = []
  return runCommandLine(['zones', ...words], { variables, print: (line) => lines.push(line) })
}
const put = (name: string, text: string | Buffer): void => writeFileSync(join(folder, `${name}.zone`), text)
const textOf = (name: string): string => readFileSync(join(folder, `${name}.zone`), 'utf8')

async function domainWith(records: readonly WrittenRecord[], name = `zone-${count}.example`): Promise<{ id: number; name: string }> {
  const { id } = (await platform.call(domain.save, { domain: name })).data
  const sent = { domainId: id, changes: records.map((one) => ({ op: 'add' as const, record: one })) }
  if (records.length > 0) {
    const { findings } = (await platform.call(record.apply, { ...sent, dryRun: true })).data
    await platform.call(record.apply, { ...sent, acknowledged: findings.map(({ code }) => code) })
  }
  return { id, name }
}
const a = (host: string, value: string): WrittenRecord => ({ host, type: 'A', value, ttl: 600 })
const twelve = Array.from({ length: 12 }, (_, index) => a(`h${index}`, `192.0.2.${index + 1}`))
const recordsOf = async (domainId: number): Promise<string[]> =>
  (await platform.call(record.list, { domainId, limit: 100 })).data.list.map(
    ({ host, type, value, line, weight, status, remark }) => `${host} ${type} ${value} ${line} ${weight} ${status} ${remark}`,
  )
const auditsOf = (id: number) =>
  platform.db.selectFrom('audit_entry').select(['action', 'actor_name', 'after']).where('target_id', '=', id).orderBy('id').execute()

describe('pull', () => {
  test('writes what is served, so that there is nothing to plan, with lines, weights, remarks and paused records', async () => {
    const { name } = await domainWith([
      { ...a('www', '192.0.2.1'), weight: 5, remark: '前端 "一"' },
      { ...a('www', '192.0.2.2'), line: 'telecom' },
      { ...a('old', '192.0.2.3'), status: 0 },
      { host: '@', type: 'TXT', value: '"v=spf1 -all; not a comment"', ttl: 600 },
    ])
    expect(await run('pull', folder, '--only', name)).toBe(0)
    expect(lines).toEqual([`${join(folder, `${name}.zone`)}: written`, '1 domain: 1 written, 0 the same already'])
    expect(textOf(name)).toContain(';nameplane-record www\t600\tIN\tA\t192.0.2.2 ; nameplane: {"line":"telecom"}')
    expect(await run('plan', folder)).toBe(0)
    expect(lines.at(-1)).toBe('1 zone file: 0 with changes, 1 without, 0 refused')
  })

  test('leaves a file alone that says the same in other words, and none of its drafts behind', async () => {
    const { id, name } = await domainWith([a('www', '192.0.2.1')])
    const own = `; ours\r\n$ORIGIN ${name}.\r\n$TTL 10m\r\nwww IN A 192.0.2.1\r\n`
    put(name, `\ufeff${own}`)
    expect(await run('pull', folder, '--only', name)).toBe(0)
    expect(textOf(name)).toBe(`\ufeff${own}`)
    await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: a('new', '192.0.2.2') }] })
    await run('pull', folder, '--only', name)
    expect(lines[0]).toMatch(/: updated$/)
    expect(textOf(name)).toContain('new\t600\tIN\tA\t192.0.2.2')
    expect(readdirSync(folder)).toEqual([`${name}.zone`])
  })

  test('makes the folder, names files without a domain, and leaves out what is in the recycle bin', async () => {
    const { id, name } = await domainWith([])
    await platform.call(domain.delete, { ids: [id] })
    put('gone.example', 'www A 192.0.2.1\n')
    expect(await run('pull', folder)).toBe(0)
    expect(lines).toContain(`${join(folder, 'gone.example.zone')}: domain not found, left as it is`)
    expect(readdirSync(folder)).not.toContain(`${name}.zone`)
    expect(await run('pull', join(folder, 'made', 'here'))).toBe(0)
    await expect(run('pull', folder, '--only', 'nobody.example')).rejects.toThrow('Domain not found: nobody.example')
  })
})

describe('plan', () => {
  test('shows each line that goes and comes in the order of hosts, changes nothing and ends with 3', async () => {
    const { id, name } = await domainWith([a('www', '192.0.2.1'), a('mail', '192.0.2.3'), a('b.mail', '192.0.2.4')])
    put(name, `$TTL 600\nnew A 192.0.2.9\nwww A 192.0.2.2 ; nameplane: {"remark":"moved"}\nmail A 192.0.2.3\n`)
    const before = await recordsOf(id)
    expect(await run('plan', folder)).toBe(3)
    expect(lines.slice(0, 5)).toEqual([
      `${name}: 1 record to add, 1 to change, 1 to delete`,
      '- b.mail\t600\tIN\tA\t192.0.2.4',
      '+ new\t600\tIN\tA\t192.0.2.9',
      '- www\t600\tIN\tA\t192.0.2.1',
      '+ www\t600\tIN\tA\t192.0.2.2 ; nameplane: {"remark":"moved"}',
    ])
    expect(lines.at(-1)).toBe('1 zone file: 1 with changes, 0 without, 0 refused')
    expect(await recordsOf(id)).toEqual(before)
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['domain.create', 'record.apply'])
  })

  test('names each line that is wrong with its number and ends with 1, whatever the other files say', async () => {
    const { name } = await domainWith([])
    put(name, 'www 60 A 999.0.0.1\nout.example.net. 60 A 192.0.2.1\nx 60 A 192.0.2.1 ; nameplane: {"line":"nowhere"}\n')
    const other = await domainWith([], 'beside.example')
    put(other.name, 'www 60 A 192.0.2.1\n')
    expect(await run('plan', folder)).toBe(1)
    const wrong = lines.filter((line) => line.startsWith(join(folder, name)))
    expect(wrong.map((line) => Number(line.split(':')[1]))).toEqual([1, 2, 3])
    expect(lines).toContain('+ www\t60\tIN\tA\t192.0.2.1')
    expect(lines.at(-1)).toBe('2 zone files: 1 with changes, 0 without, 1 refused')
  })

  test('tells warnings of lines that change, not of those that are there', async () => {
    const { id, name } = await domainWith([])
    await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: a('in', '10.0.0.1') }], acknowledged: ['private_address'] })
    put(name, 'in 600 A 10.0.0.1\n')
    expect(await run('plan', folder)).toBe(0)
    expect(lines.filter((line) => line.includes('warning'))).toEqual([])
    put(name, 'in 600 A 10.0.0.1\nout 600 A 10.0.0.2\n')
    expect(await run('plan', folder)).toBe(3)
    expect(lines.filter((line) => line.includes('warning'))).toEqual([expect.stringMatching(/:2: warning: 10\.0\.0\.2/)])
  })

  test('refuses what is no zone file, and looks at no other files', async () => {
    writeFileSync(join(folder, 'README.md'), '# zones')
    const { name } = await domainWith([])
    put(name, Buffer.from([0x77, 0x20, 0xff, 0xfe]))
    expect(await run('plan', folder)).toBe(1)
    expect(lines[0]).toBe(`${join(folder, `${name}.zone`)}: is not UTF-8`)
    put(name, ' \n')
    expect(await run('plan', folder)).toBe(1)
    expect(lines[0]).toMatch(/the file is empty$/)
    put('no domain', '')
    await expect(run('plan', folder)).rejects.toThrow('the name of a zone file is a domain')
    rmSync(join(folder, 'no domain.zone'))
    put(name.toUpperCase(), 'www 60 A 192.0.2.1\n')
    await expect(run('plan', folder)).rejects.toThrow(`are both for ${name}`)
  })

  test('a domain that is locked or in the recycle bin is refused, a locked one only where something would change', async () => {
    const { id, name } = await domainWith([a('www', '192.0.2.1')])
    await platform.call(domain.lock, { ids: [id], locked: true })
    put(name, 'www 600 A 192.0.2.1\n')
    expect(await run('plan', folder)).toBe(0)
    put(name, 'www 600 A 192.0.2.2\n')
    expect(await run('plan', folder)).toBe(1)
    expect(lines[0]).toMatch(/locked/i)
    await platform.call(domain.lock, { ids: [id], locked: false })
    await platform.call(domain.delete, { ids: [id] })
    expect(await run('plan', folder, '--create')).toBe(1)
    expect(lines[0]).toMatch(/the domain is in the recycle bin$/)
  })
})

describe('apply', () => {
  test('changes only the difference, as one saved version with its audit entry, and then there is nothing to do', async () => {
    const { id, name } = await domainWith(twelve)
    await run('pull', folder, '--only', name)
    put(name, textOf(name).replace('192.0.2.1\n', '192.0.2.101\n').replace('h11\t', 'h12\t'))
    const seen = (await platform.call(record.list, { domainId: id, limit: 100 })).data
    const idsBefore = new Map(seen.list.map((one) => [one.host, one.id]))
    expect(await run('apply', folder)).toBe(0)
    expect(lines).toContain('+ h0\t600\tIN\tA\t192.0.2.101')
    const after = (await platform.call(record.list, { domainId: id, limit: 100 })).data
    expect(after.version).toBe(seen.version + 1)
    expect(after.list.find((one) => one.host === 'h0')).toMatchObject({ value: '192.0.2.101', id: idsBefore.get('h0'), version: seen.version + 1 })
    expect(after.list.find((one) => one.host === 'h5')).toMatchObject({ version: seen.version })
    const audits = await auditsOf(id)
    expect(audits.at(-1)).toMatchObject({ action: 'record.import', actor_name: 'command line' })
    expect(await firstBrokenAuditEntry(platform.db)).toBeNull()
    expect(await run('plan', folder)).toBe(0)
    expect(await run('apply', folder)).toBe(0)
    expect(await auditsOf(id)).toHaveLength(audits.length)
  })

  test('is all or nothing for each domain: one wrong line keeps all lines of its file out, and none of another file', async () => {
    const { id, name } = await domainWith([])
    put(name, 'www 60 A 192.0.2.1\nwww 60 CNAME elsewhere.example.\n')
    const other = await domainWith([], 'whole.example')
    put(other.name, 'www 60 A 192.0.2.1\n')
    expect(await run('apply', folder)).toBe(1)
    expect(await recordsOf(id)).toEqual([])
    expect(await recordsOf(other.id)).toHaveLength(1)
  })

  test('warnings that the plan told are noted in the history', async () => {
    const { id, name } = await domainWith([])
    put(name, 'in 600 A 10.0.0.1\n')
    expect(await run('apply', folder)).toBe(0)
    const { list } = (await platform.call(record.history, { domainId: id })).data
    expect(list[0]!.acknowledged).toEqual(['private_address'])
  })

  test('needs --yes for more than 30 % of ten records and more, and for all of any zone', async () => {
    const { id, name } = await domainWith(twelve)
    const without = (gone: number): string =>
      twelve
        .slice(gone)
        .map(({ host, value }) => `${host} 600 A ${value}`)
        .join('\n')
    put(name, `${without(4)}\n`)
    expect(await run('plan', folder)).toBe(3)
    expect(lines).toContain(`${name}: 4 of 12 records would be changed or deleted, more than 30 %. To apply this, use --yes.`)
    expect(await run('apply', folder)).toBe(1)
    expect(await recordsOf(id)).toHaveLength(12)
    put(name, `${without(3)}\n`)
    expect(await run('apply', folder)).toBe(0)
    expect(await recordsOf(id)).toHaveLength(9)
    // Nine records are a small zone; but none is left of them.
    put(name, `${without(8)}\n`)
    expect(await run('apply', folder)).toBe(0)
    put(name, '; nothing\n')
    expect(await run('apply', folder)).toBe(1)
    expect(await recordsOf(id)).toHaveLength(4)
    expect(await run('apply', folder, '--yes')).toBe(0)
    expect(await recordsOf(id)).toEqual([])
  })

  test('needs --yes where the file has other NS records for the domain itself, and leaves those of the service group', async () => {
    const { id, name } = await domainWith([])
    const own = (await platform.call(record.list, { domainId: id })).data.locked.filter((row) => row.type === 'NS').map((row) => row.value)
    put(name, `${own.map((value) => `@ 60 NS ${value}\n`).join('')}www 60 A 192.0.2.1\n`)
    expect(await run('apply', folder)).toBe(0)
    put(name, '@ 60 NS ns1.old.example.\nwww 60 A 192.0.2.2\n')
    expect(await run('apply', folder)).toBe(1)
    expect(lines.join('\n')).toContain('The file has ns1.old.example as NS records')
    expect(await recordsOf(id)).toEqual([expect.stringContaining('192.0.2.1')])
    expect(await run('apply', folder, '--yes')).toBe(0)
    expect(await recordsOf(id)).toEqual([expect.stringContaining('192.0.2.2')])
    expect(await run('plan', folder)).toBe(3)
  })
})

describe('domains that there are not', () => {
  test('are named, and added with their records only with --create, or not at all', async () => {
    const name = `added-${count}.example`
    put(name, 'www 60 A 192.0.2.1\n')
    expect(await run('plan', folder)).toBe(1)
    expect(lines[0]).toBe(`${join(folder, `${name}.zone`)}: domain not found. To add it, use --create.`)
    expect(await run('apply', folder)).toBe(1)
    const found = () => platform.db.selectFrom('domain').select(['id', 'account_id']).where('name', '=', name).executeTakeFirst()
    expect(await run('plan', folder, '--create')).toBe(3)
    expect(lines.slice(0, 2)).toEqual([`${name}: new domain, 1 record to add, 0 to change, 0 to delete`, '+ www\t60\tIN\tA\t192.0.2.1'])
    expect(await found()).toBeUndefined()
    put(name, 'www 60 A 192.0.2.1\nwww 60 CNAME a.example.\n')
    expect(await run('apply', folder, '--create')).toBe(1)
    expect(await found()).toBeUndefined()
    put(name, 'www 60 A 192.0.2.1\n')
    expect(await run('apply', folder, '--create')).toBe(0)
    const { id } = (await found())!
    expect(await recordsOf(id)).toHaveLength(1)
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['domain.create', 'domain.create'])
    expect(await run('plan', folder)).toBe(0)
  })

  test('belong to the named account', async () => {
    const { id: owner } = await platform.db
      .insertInto('account')
      .values({ username: 'zone-owner', type: 2, password_hash: '', language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    put('owned.example', 'www 60 A 192.0.2.1\n')
    await expect(run('apply', folder, '--owner', 'zone-owner')).rejects.toBeInstanceOf(UsageProblem)
    await expect(run('apply', folder, '--create', '--owner', 'nobody')).rejects.toThrow('Account not found: nobody')
    expect(await run('apply', folder, '--create', '--owner', 'zone-owner')).toBe(0)
    expect(await platform.db.selectFrom('domain').select('account_id').where('name', '=', 'owned.example').execute()).toEqual([{ account_id: owner }])
  })
})

test('what the words of the command line mean is said where they are wrong', async () => {
  await expect(run('plan', join(folder, 'absent'))).rejects.toThrow('Folder not found')
  await expect(run('plan', join(folder, 'absent'))).rejects.toBeInstanceOf(OperatorProblem)
  await expect(run('plan', folder, '--only', 'not a name')).rejects.toThrow('Invalid domain name: not a name')
  await expect(run('plan', folder, '--yes')).rejects.toBeInstanceOf(UsageProblem)
  await expect(run('apply', folder, '--only', 'absent.example')).rejects.toThrow('No zone file for absent.example')
})

test('domains without a file are counted and left as they are', async () => {
  const { name } = await domainWith([])
  for (const other of ['fileless-1.example', 'fileless-2.example']) await domainWith([], other)
  put(name, '; nothing yet\n')
  expect(await run('apply', folder)).toBe(0)
  expect(lines.at(-2)).toMatch(/^\d+ domains without a file in .*, left as they are$/)
})
