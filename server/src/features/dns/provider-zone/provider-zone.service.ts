import { providerNeeds, type providerZone as calls } from '@nameplane/contract/dns/provider-zone'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { ProviderProblem, Reading, type ProviderFailure, type ProviderRecord } from '../../../integrations/dns-provider/dns-provider.ts'
import { readProviderZone } from '../../../integrations/dns-provider/zone-readers.ts'
import { Problem } from '../../../problem.ts'
import { refuseLocked, requireDomain } from '../record/record-save.ts'
import { noteReading } from './provider-reading.ts'
import { providerTable } from './provider-table.ts'

type Sent = Received<typeof calls.read>
type Read = Answered<typeof calls.read>['data']

/**
 * Reads the records of a domain at another provider, as a table for the import. The keys are used for this and kept nowhere: they are in no
 * log, no audit entry and no answer.
 */
export async function readZoneElsewhere(db: Db, actor: Actor, sent: Sent): Promise<Read> {
  const domain = await requireDomain(db, actor.accessScope, sent.domainId)
  refuseLocked(domain)
  refuseIncomplete(actor, sent)
  await noteReading(db, actor, domain, { provider: sent.provider })
  const records = await readRecords(sent, domain.name)
  return { records: records.length, ...(await providerTable(domain.name, records)) }
}

function refuseIncomplete(actor: Actor, sent: Sent): void {
  // Where a server of their own would be asked, administrators alone may say.
  if (actor.kind === 'user' && sent.provider === 'powerdns') throw new Problem('right_missing', { fields: { provider: 'right_missing' } })
  const missing = providerNeeds[sent.provider].filter((name) => sent[name] === '')
  if (missing.length > 0) throw new Problem('invalid_input', { fields: Object.fromEntries(missing.map((name) => [name, 'required'])) })
}

const problems: Readonly<Record<ProviderFailure, { code: ProblemCode; field?: keyof Sent }>> = {
  'key-refused': { code: 'provider_key_refused', field: 'secret' },
  'permission-missing': { code: 'provider_permission_missing', field: 'secret' },
  'zone-missing': { code: 'provider_zone_missing' },
  busy: { code: 'provider_busy' },
  'address-refused': { code: 'provider_address_refused', field: 'url' },
  unreachable: { code: 'provider_unreachable' },
  unreadable: { code: 'provider_unreadable' },
  'too-large': { code: 'provider_zone_too_large' },
}

async function readRecords({ provider, keyId, secret, region, url }: Sent, name: string): Promise<readonly ProviderRecord[]> {
  try {
    return await readProviderZone(provider, { keyId, secret, region, url }, name, new Reading(limits.zoneFileBytes))
  } catch (cause) {
    if (!(cause instanceof ProviderProblem)) throw cause
    const { code, field } = problems[cause.failure]
    const params = { code: cause.code, name }
    throw new Problem(code, { params, ...(field === undefined ? {} : { fields: { [field]: code }, params: { ...params, [field]: params } }) })
  }
}
