import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** Networks that no other world has: this number, and those after it, stand in them. */
    networkNumber: number
    /** One each: requested, active, and rejected. */
    submittedSegmentId: number
    activeSegmentId: number
    rejectedSegmentId: number
  }
}

let worlds = 0
/** The /16 of a world. */
const netOf = (number: number): string => `${10 + (number >> 8)}.${number & 255}`

export async function makeFixtures({ call }: Pick<TestApp, 'call'>) {
  worlds += 1
  const add = async (cidr: string): Promise<number> => (await call(reverseSegment.save, { cidr })).data.id
  const submittedSegmentId = await add(`${netOf(worlds)}.1.0/24`)
  const activeSegmentId = await add(`${netOf(worlds)}.2.0/24`)
  await call(reverseSegment.activate, { ids: [activeSegmentId] })
  const rejectedSegmentId = await add(`${netOf(worlds)}.3.0/24`)
  await call(reverseSegment.reject, { ids: [rejectedSegmentId], reason: 'not yours' })
  return { networkNumber: worlds, submittedSegmentId, activeSegmentId, rejectedSegmentId }
}

export const validCalls: ValidCalls = {
  'reverseSegment.list': ({ networkNumber }) => ({
    page: 1,
    limit: 20,
    sidx: 'cidr',
    order: 'asc',
    search: `${netOf(networkNumber)}.0.0/16`,
    state: 'active',
    family: 4,
  }),
  'reverseSegment.detail': ({ activeSegmentId }) => ({ id: activeSegmentId }),
  'reverseSegment.save': ({ networkNumber }) => ({ cidr: `${netOf(networkNumber)}.9.64/26`, followsAddresses: true, remark: 'requested' }),
  'reverseSegment.update': ({ submittedSegmentId }) => ({ id: submittedSegmentId, followsAddresses: true, remark: 'changed' }),
  'reverseSegment.submit': ({ rejectedSegmentId }) => ({ ids: [rejectedSegmentId] }),
  'reverseSegment.process': ({ submittedSegmentId }) => ({ ids: [submittedSegmentId] }),
  'reverseSegment.activate': ({ submittedSegmentId }) => ({ ids: [submittedSegmentId] }),
  'reverseSegment.reject': ({ submittedSegmentId }) => ({ ids: [submittedSegmentId], reason: 'not yours' }),
  'reverseSegment.delete': ({ rejectedSegmentId }) => ({ ids: [rejectedSegmentId] }),
}

const saved: ReadBackCase = {
  reader: listed('reverseSegment.list'),
  sent: ({ networkNumber, userId, groupId }) => ({
    userId,
    serviceGroupId: groupId,
    cidr: `2001:db8:${networkNumber}::/48`,
    followsAddresses: true,
    remark: 'read back',
  }),
}
const changed: ReadBackCase = {
  ...saved,
  sent: ({ userId, groupId }) => ({ userId, serviceGroupId: groupId, followsAddresses: true, remark: 'read back' }),
  unread: version,
}
export const readBack = { 'reverseSegment.save': saved, 'reverseSegment.update': changed }
