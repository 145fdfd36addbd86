import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** Stands in networks of an active segment that no other world has. */
    ptrNumber: number
    ptrRecordId: number
  }
}

let worlds = 0
/** The /24 of a world. */
const netOf = (number: number): string => `172.${16 + (number >> 8)}.${number & 255}`

export async function makeFixtures({ call }: Pick<TestApp, 'call'>) {
  worlds += 1
  const { data: segment } = await call(reverseSegment.save, { cidr: `${netOf(worlds)}.0/24` })
  await call(reverseSegment.activate, { ids: [segment.id] })
  const { data } = await call(ptrRecord.save, { address: `${netOf(worlds)}.1`, hostName: `first.world${worlds}.example` })
  return { ptrNumber: worlds, ptrRecordId: data.id }
}

export const validCalls: ValidCalls = {
  'ptrRecord.list': ({ ptrNumber }) => ({ page: 1, limit: 20, search: 'world', address: `${netOf(ptrNumber)}.1`, forward: 'unchecked' }),
  'ptrRecord.save': ({ ptrNumber }) => ({ address: `${netOf(ptrNumber)}.2`, hostName: 'Second.Example.', ttl: 300 }),
  'ptrRecord.update': ({ ptrRecordId }) => ({ id: ptrRecordId, hostName: 'changed.example', ttl: 900 }),
  'ptrRecord.delete': ({ ptrRecordId }) => ({ ids: [ptrRecordId] }),
  'ptrRecord.generate': ({ ptrNumber }) => ({
    first: `${netOf(ptrNumber)}.1`,
    last: `${netOf(ptrNumber)}.9`,
    pattern: 'host-{d}.example',
    ttl: 300,
    replaces: true,
  }),
  'ptrRecord.check': ({ ptrRecordId }) => ({ ids: [ptrRecordId] }),
}

const saved: ReadBackCase = {
  reader: listed('ptrRecord.list'),
  sent: ({ ptrNumber }) => ({ address: `${netOf(ptrNumber)}.77`, hostName: 'read-back.example', ttl: 777 }),
}
export const readBack = {
  'ptrRecord.save': saved,
  'ptrRecord.update': { ...saved, sent: () => ({ hostName: 'read-back.example', ttl: 777 }), unread: version },
}
