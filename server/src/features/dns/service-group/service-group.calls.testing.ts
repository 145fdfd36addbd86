import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A service group that nothing uses. */
    groupId: number
  }
}

const names = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ groupId: number }> {
  const { data } = await call(serviceGroup.save, { name: `group of ${name}`, ...names })
  return { groupId: data.id }
}

export const validCalls: ValidCalls = {
  'serviceGroup.save': ({ name }) => ({ name: `another of ${name}`, weight: 1, status: 1, remark: '', ...names, ns3: 'ns3.example.net' }),
  'serviceGroup.update': ({ groupId, name }) => ({ id: groupId, name: `changed ${name}`, weight: 2, status: 1, remark: 'changed', ...names }),
  'serviceGroup.delete': ({ groupId }) => ({ ids: [groupId] }),
}

const servers = [1, 2, 3, 4, 5, 6]
const saved: ReadBackCase = {
  reader: listed('serviceGroup.list'),
  sent: ({ name }) => ({
    name: `read back ${name}`,
    weight: 7,
    status: 0,
    remark: 'read back',
    mname: 'a.example.org',
    rname: 'b.example.org',
    ...Object.fromEntries(servers.map((place) => [`ns${place}`, `ns${place}.example.org`])),
  }),
  shown: Object.fromEntries(servers.map((place) => [`ns${place}`, (row) => (row['nameservers'] as string[])[place - 1]])),
}
export const readBack = { 'serviceGroup.save': saved, 'serviceGroup.update': { ...saved, unread: version } }
