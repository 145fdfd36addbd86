import type { providerZone as calls } from '@nameplane/contract/dns/provider-zone'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { MessageRecord } from '@nameplane/dns-text/message'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { transferProblemCodes, TransferProblem, type TransferFailure } from '../../../serving/transfer/transfer-problem.ts'
import { retrieveZone } from '../../../serving/transfer/zone-retrieval.ts'
import { lowerWire, type TsigKey } from '../../../serving/wire/tsig.ts'
import { refuseLocked, requireDomain } from '../record/record-save.ts'
import { noteReading } from './provider-reading.ts'

type Sent = Received<typeof calls.transfer>
type Read = Answered<typeof calls.transfer>['data']

const patienceMs = 60_000

/** Of a signer, and what BIND notes about its work (TYPE65534): the zone is signed anew or not at all. */
const signerTypes = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'DNSKEY', 'TYPE65534'])

/** Reads the records of a domain from a name server, as a zone file for the import. The key is used for this and kept nowhere. */
export async function readTransferredZone(db: Db, actor: Actor, sent: Sent): Promise<Read> {
  const domain = await requireDomain(db, actor.accessScope, sent.domainId)
  refuseLocked(domain)
  const key = keyOf(sent)
  await noteReading(db, actor, domain, { provider: 'axfr', address: sent.port === 53 ? sent.address : `${sent.address}#${sent.port}` })
  const zone = sent.zone === '' ? domain.name : sent.zone
  const file = new ZoneFile(zone, domain.name)
  const bounds = { records: limits.transferredRecords, bytes: limits.zoneFileBytes, signal: AbortSignal.timeout(patienceMs) }
  try {
    await retrieveZone({ host: sent.address, port: sent.port, key }, zone, bounds, (records) => file.take(records))
  } catch (cause) {
    if (!(cause instanceof TransferProblem)) throw cause
    throw refusalOf(cause, zone)
  }
  return file.finish()
}

function keyOf({ keyName, algorithm, secret }: Sent): TsigKey | null {
  if (keyName === '') return null
  if (secret === '') throw new Problem('invalid_input', { fields: { secret: 'required' } })
  return { name: lowerWire(keyName), algorithm, secret: Buffer.from(secret, 'base64') }
}

const fields: Readonly<Partial<Record<TransferFailure, keyof Sent>>> = {
  'address-refused': 'address',
  unreachable: 'address',
  'timed-out': 'address',
  'key-refused': 'secret',
  unsigned: 'secret',
  'zone-missing': 'zone',
}

function refusalOf({ failure, code }: TransferProblem, name: string): Problem {
  const problem = transferProblemCodes[failure]
  const field = fields[failure]
  const params = { code, name }
  return new Problem(problem, { params, ...(field === undefined ? {} : { fields: { [field]: problem }, params: { ...params, [field]: params } }) })
}

/** The zone as lines of a zone file, its names below the domain that it becomes. */
class ZoneFile {
  readonly #zone: string
  readonly #domain: string
  #text = ''
  #records = 0
  #leftOut = 0

  constructor(zone: string, domain: string) {
    this.#zone = `${zone}.`
    this.#domain = `${domain}.`
  }

  /** @throws TransferProblem when the text becomes too long */
  take(records: readonly MessageRecord[]): void {
    for (const { name, type, ttlSeconds, value } of records) {
      if (signerTypes.has(type)) this.#leftOut += 1
      else {
        this.#text += `${this.#owner(name)}\t${ttlSeconds}\tIN\t${type}\t${value}\n`
        this.#records += 1
      }
    }
    if (this.#text.length > limits.zoneFileBytes) throw new TransferProblem('too-large')
  }

  finish(): Read {
    const notes = this.#leftOut === 0 ? [] : [{ code: 'transfer_signatures_left_out', params: { count: this.#leftOut } }]
    return { text: this.#text, records: this.#records, notes }
  }

  /** Whole, so that no label is taken for a directive; a name outside the zone stays, so that the reader refuses it. */
  #owner(name: string): string {
    const folded = name.toLowerCase()
    if (folded === this.#zone) return this.#domain
    const own = folded.endsWith(`.${this.#zone}`) ? `${name.slice(0, -this.#zone.length)}${this.#domain}` : name
    return own.startsWith('$') ? `\\${own}` : own
  }
}
