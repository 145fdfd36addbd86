import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { isDomain } from '@nameplane/contract/rules'
import { limits } from '@nameplane/contract/limits'
import { isProblemCode, problemText } from '@nameplane/contract/problems'
import { domainToAscii, relativeHost } from '@nameplane/dns-text/names'
import { parseZoneFile } from '@nameplane/dns-text/zone-file'
import { compileZone } from '../serving/zone.ts'
import { OperatorProblem, UsageProblem } from './operator-problem.ts'

/** What a zone file holds, and every entry of it that this platform would not take or not serve. */
export type ZoneCheck = { origin: string; records: number; complaints: { lineNumber: number; text: string }[] }

/**
 * Reads a zone file as an import would. Without an origin, the file's first absolute $ORIGIN, else the file's name
 * without its ending says which zone it is for.
 * @throws OperatorProblem when the file cannot be read, UsageProblem when its zone cannot be told.
 */
export function checkZoneFile(path: string, givenOrigin: string | null): ZoneCheck {
  const text = readZoneText(path)
  const origin = originOf(path, text, givenOrigin)
  const { records, refusals } = parseZoneFile(text, { origin, defaultTtlSeconds: limits.recordTtlSeconds.default })
  const complaints = refusals.map((refusal) => ({ lineNumber: refusal.lineNumber, text: `${sentence(refusal.code, refusal.params)}: ${refusal.text}` }))

  // SOA and the zone's own NS come from the service group; whatever else stands in the file is compiled as a node does it.
  const served = records.filter((record) => !(record.name === `${origin}.` && (record.type === 'SOA' || record.type === 'NS')))
  const zone = compileZone({
    domainId: 0, name: origin, serial: 1, nameservers: [],
    soa: { mname: `ns.${origin}`, rname: `hostmaster.${origin}`, refresh: 3600, retry: 600, expire: 604_800, minimum: 60, ttlSeconds: 3600 },
    records: served.map((record, index) => ({ id: index, host: relativeHost(record.name, `${origin}.`), type: record.type, line: 'default', value: record.value, ttlSeconds: record.ttlSeconds, weight: null })),
  })
  for (const problem of zone.problems) {
    const record = problem.recordId === null ? undefined : served[problem.recordId]
    if (record) complaints.push({ lineNumber: record.lineNumber, text: `${sentence(problem.code, {})}: ${record.name} ${record.type} ${record.value}` })
  }
  complaints.sort((a, b) => a.lineNumber - b.lineNumber)
  return { origin, records: records.length, complaints }
}

function readZoneText(path: string): string {
  try {
    const size = statSync(path).size
    if (size > limits.zoneFileBytes) throw new OperatorProblem(`${path} has ${size} bytes; at most ${limits.zoneFileBytes} can be imported`)
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof OperatorProblem) throw cause
    const code = (cause as { code?: string }).code
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'permission denied' : String(code)
    throw new OperatorProblem(`${path} cannot be read: ${reason}`)
  }
}

function originOf(path: string, text: string, given: string | null): string {
  if (given !== null) {
    const origin = zoneName(given)
    if (origin === null) throw new UsageProblem(`${given} is not a domain name`)
    return origin
  }
  const inFile = /^\$ORIGIN[ \t]+(\S+)\.[ \t]*(?:;.*)?\r?$/im.exec(text)?.[1]
  const inName = basename(path).replace(/\.(zone|txt|db|bind|hosts?)$/i, '').replace(/^db\./i, '')
  const origin = (inFile === undefined ? null : zoneName(inFile)) ?? zoneName(inName)
  if (origin === null) throw new UsageProblem(`${path} does not tell which zone it is for; name it with --origin`)
  return origin
}

function zoneName(text: string): string | null {
  const name = text.replace(/\.$/, '')
  return isDomain(name) && !name.startsWith('*') ? domainToAscii(name).toLowerCase() : null
}

/** The catalogue's English sentence, else the code in words with its values. */
function sentence(code: string, params: Record<string, unknown>): string {
  if (isProblemCode(code)) return problemText(code, 'en', params)
  const values = Object.entries(params).map(([name, value]) => `${name} ${String(value)}`).join(', ')
  return code.replaceAll('_', ' ') + (values === '' ? '' : ` (${values})`)
}
