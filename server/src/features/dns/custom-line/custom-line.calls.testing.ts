import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A domain with a line of its own, on which no record is. */
    linedDomainId: number
    customLineId: number
  }
}

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ linedDomainId: number; customLineId: number }> {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const { data: lined } = await call(domain.save, { domain: `lined-${label}.example` })
  const { data } = await call(customLine.save, { domainId: lined.id, name: 'a line', segments: '10.9.0.0/16' })
  return { linedDomainId: lined.id, customLineId: data.id }
}

export const validCalls: ValidCalls = {
  'customLine.list': ({ linedDomainId }) => ({ domainId: linedDomainId, page: 1, limit: 20, sidx: 'name', order: 'asc', search: '10.9' }),
  'customLine.save': ({ linedDomainId }) => ({ domainId: linedDomainId, name: 'another line', segments: '10.10.0.0/16' }),
  'customLine.update': ({ customLineId }) => ({ id: customLineId, name: 'changed line', segments: '10.9.0.0/16\n2001:db8::/48' }),
  'customLine.delete': ({ customLineId }) => ({ ids: [customLineId] }),
  'line.tree': ({ linedDomainId }) => ({ domainId: linedDomainId }),
}

const saved: ReadBackCase = {
  reader: { ...listed('customLine.list'), input: (_, { linedDomainId }) => ({ domainId: linedDomainId, limit: 200 }) },
  sent: () => ({ name: 'read back', segments: '10.20.0.1\n10.20.0.5-10.20.0.9\n2001:db8:1::/48' }),
}
export const readBack = { 'customLine.save': saved, 'customLine.update': { ...saved, unread: version } }
