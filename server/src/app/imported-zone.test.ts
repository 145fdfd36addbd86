import { afterAll, describe, expect, test } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp } from '../../../tests/support/app.ts'
import { dig, isDigThere } from '../../../tests/support/dig.ts'
import { newTestDomain, recordOf } from '../../../tests/support/records.ts'
import { startRunningNode } from '../../../tests/support/running-node.ts'

const app = await createTestApp()
const { node, stop } = await startRunningNode(app)
afterAll(async () => {
  await stop()
  await app.close()
})

const zone = `$TTL 300
0/25	NS	ns1.child.example.
1	CNAME	1.128-255
1.128-255	PTR	host1.example.net.
a+b	TXT	"plus"
_x._y_	TXT	"underscores"
a.*.b	TXT	"inside"
*.w	TXT	"any"
`

describe.skipIf(!isDigThere)('names that are no host names (needs dig)', () => {
  test('are imported, answered, exported and imported again unchanged, and edited', async () => {
    const target = await newTestDomain(app)
    const stored = async (): Promise<string[]> => (await target.records()).sort()
    const importing = async (text: string, format: 'bind' | 'json', mode: 'add' | 'replace') =>
      (await app.call(record.import, { domainId: target.id, text, format, mode, acknowledged: ['asterisk_inside'] })).data
    await importing(zone, 'bind', 'add')
    const expected = [
      '*.w 300 TXT "any"',
      '0/25 300 NS ns1.child.example.',
      `1 300 CNAME 1.128-255.${target.name}.`,
      '1.128-255 300 PTR host1.example.net.',
      '_x._y_ 300 TXT "underscores"',
      'a+b 300 TXT "plus"',
      'a.*.b 300 TXT "inside"',
    ]
    expect(await stored()).toEqual(expected)

    const answered = async (host: string, type: string): Promise<unknown> => {
      const dug = await dig(node.port, type, `${host}.${target.name}`)
      return [dug?.status, ...(dug?.values ?? [])]
    }
    await expect.poll(() => answered('a+b', 'TXT')).toEqual(['NOERROR', '"plus"'])
    expect(await answered('1', 'PTR')).toEqual(['NOERROR', `1.128-255.${target.name}.`, 'host1.example.net.'])
    expect((await dig(node.port, 'PTR', `7.0/25.${target.name}`))?.text).toMatch(/0\/25\.\S+\s+300\s+IN\s+NS\s+ns1\.child\.example\./)
    expect(await answered('_x._y_', 'TXT')).toEqual(['NOERROR', '"underscores"'])
    expect(await answered('q.w', 'TXT')).toEqual(['NOERROR', '"any"'])
    // RFC 4592 §2.2.1: only the name itself is answered, and *.b exists without records.
    expect(await answered('a.*.b', 'TXT')).toEqual(['NOERROR', '"inside"'])
    expect([await answered('a.q.b', 'TXT'), await answered('a.q.c', 'TXT')]).toEqual([['NOERROR'], ['NXDOMAIN']])

    for (const format of ['bind', 'json'] as const) {
      const url = `/api/sys/dns/record/export?domainId=${target.id}&format=${format}`
      const { body } = await app.app.inject({ url, headers: { authorization: `Bearer ${app.adminToken}` } })
      expect(await importing(body, format, 'replace')).toMatchObject({ added: 0, updated: 0, deleted: 0, unchanged: expected.length })
    }

    const [plus] = (await app.call(record.list, { domainId: target.id, search: 'a+b' })).data.list
    await target.apply([{ op: 'update', id: plus!.id, record: recordOf('c+d/e TXT "edited"') }])
    await expect.poll(() => answered('c+d/e', 'TXT')).toEqual(['NOERROR', '"edited"'])
  })
})
