import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { counted } from '@nameplane/contract/counted'
import { isDomain } from '@nameplane/contract/rules'
import { limits } from '@nameplane/contract/limits'
import { isProblemCode, problemText } from '@nameplane/contract/problems'
import { checkText } from '@nameplane/contract/dns/record-text'
import { checkRecordSet } from '@nameplane/contract/dns/record-set-checks'
import { domainToAscii } from '@nameplane/dns-text/names'
import { OperatorProblem, UsageProblem } from './operator-problem.ts'

/** What a zone file holds, and every line of it that an import would refuse or ask about. */
export type ZoneCheck = { origin: string; records: number; complaints: { lineNumber: number; isRefusal: boolean; text: string }[] }

/**
 * Reads and judges a zone file as an import into an empty domain would. Without an origin, the file's first absolute
 * $ORIGIN, else the file's name without its ending says which zone it is for.
 * @throws OperatorProblem when the file cannot be read, UsageProblem when its zone cannot be told.
 */
export function checkZoneFile(path: string, givenOrigin: string | null): ZoneCheck {
  const text = readZoneBytes(path).toString('utf8')
  const origin = originOf(path, text, givenOrigin)
  const { entries, findings } = checkText({ text, format: 'bind', zone: { name: origin, nameservers: [] }, defaultTtlSeconds: limits.recordTtlSeconds.default })
  const together = checkRecordSet(
    entries.map(({ record }, index) => ({ ...record, change: index })),
    [],
    origin,
  )
  const complaints = [
    ...findings
      .filter((finding) => finding.severity !== 'note')
      .map((finding) => ({ lineNumber: finding.lineNumber ?? 0, isRefusal: finding.severity === 'error', text: sentence(finding.code, finding.params) })),
    ...together.map((finding) => ({
      lineNumber: entries[finding.change]!.lineNumber,
      isRefusal: finding.severity === 'error',
      text: sentence(finding.code, finding.params),
    })),
  ]
  return { origin, records: entries.length, complaints: complaints.sort((left, right) => left.lineNumber - right.lineNumber) }
}

/** @throws OperatorProblem when the file cannot be read or is too large */
export function readZoneBytes(path: string): Buffer {
  try {
    const size = statSync(path).size
    if (size > limits.zoneFileBytes) throw new OperatorProblem(`${path} is ${counted(size, 'byte')}. The limit is ${counted(limits.zoneFileBytes, 'byte')}.`)
    return readFileSync(path)
  } catch (cause) {
    if (cause instanceof OperatorProblem) throw cause
    const code = (cause as { code?: string }).code
    const reason = code === 'ENOENT' ? 'file not found' : code === 'EISDIR' ? 'is a folder' : code === 'EACCES' ? 'permission denied' : String(code)
    throw new OperatorProblem(`${path} cannot be read: ${reason}`)
  }
}

function originOf(path: string, text: string, given: string | null): string {
  if (given !== null) {
    const origin = zoneName(given)
    if (origin === null) throw new UsageProblem(`Invalid domain name: ${given}`)
    return origin
  }
  const inFile = /^\$ORIGIN[ \t]+(\S+)\.[ \t]*(?:;.*)?\r?$/im.exec(text)?.[1]
  const inName = basename(path)
    .replace(/\.(zone|txt|db|bind|hosts?)$/i, '')
    .replace(/^db\./i, '')
  const origin = (inFile === undefined ? null : zoneName(inFile)) ?? zoneName(inName)
  if (origin === null) throw new UsageProblem(`Zone of ${path} unknown. Set it with --origin.`)
  return origin
}

function zoneName(text: string): string | null {
  const name = text.replace(/\.$/, '')
  return isDomain(name) && !name.startsWith('*') ? domainToAscii(name).toLowerCase() : null
}

/** The catalogue's English sentence. */
export function sentence(code: string, params: Record<string, unknown>): string {
  return isProblemCode(code) ? problemText(code, 'en', params) : code
}
