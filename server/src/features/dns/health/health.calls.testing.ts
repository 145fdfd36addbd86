import { domain } from '@nameplane/contract/dns/domain'
import { health } from '@nameplane/contract/dns/health'
import { record } from '@nameplane/contract/dns/record'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import type { NounFixtures, ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import type { ReadBackCase } from '../../../../../tests/support/read-back.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { platformActor } from '../../../access/actor.ts'
import { checkHealthNow } from './health.service.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A domain that was checked: of two findings one is ignored. */
    checkedDomainId: number
  }
}

/** Nobody answers at this port: a check ends at once, whatever resolvers the machine has. */
export const makeFixtures: NounFixtures['makeFixtures'] = async ({ call, db }, name) => {
  await setSetting(db, nsCheck, { resolvers: '127.0.0.1:1' })
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const { id } = (await call(domain.save, { domain: `checked-${label}.example` })).data
  const add = (host: string, value: string) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl: 600 } })
  await call(record.apply, { domainId: id, changes: [add('inside', '10.0.0.1'), add('ignored', '10.0.0.2')], acknowledged: ['private_address'] })
  await checkHealthNow(db, platformActor('fixture'), id, new Date())
  await call(health.ignore, { ...finding(id, 'ignored'), reason: 'reached by VPN' })
  return { checkedDomainId: id }
}

const finding = (id: number, host: string) => ({ id, code: 'private_address', host, type: 'A', line: 'default' })

export const validCalls: ValidCalls = {
  'health.detail': ({ checkedDomainId }) => ({ id: checkedDomainId }),
  'health.run': ({ checkedDomainId }) => ({ id: checkedDomainId }),
  'health.ignore': ({ checkedDomainId }) => ({ ...finding(checkedDomainId, 'inside'), reason: 'known' }),
  'health.heed': ({ checkedDomainId }) => finding(checkedDomainId, 'ignored'),
}

/** A finding by its host, with what was said of it. */
const ignored: ReadBackCase = {
  reader: {
    call: 'health.detail',
    input: (_, { checkedDomainId }) => ({ id: checkedDomainId }),
    row: ({ data }) => (data as { findings: Record<string, unknown>[] }).findings.find((one) => one['host'] === 'inside'),
  },
  sent: ({ checkedDomainId }) => ({ ...finding(checkedDomainId, 'inside'), reason: 'read back' }),
  shown: { reason: (row) => (row['ignored'] as { reason: string } | null)?.reason },
  unread: { id: 'the domain, which the answer is of' },
}
export const readBack = { 'health.ignore': ignored }
