import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomainName } from '@nameplane/contract/dns/domain'
import { OperatorProblem } from '../operator-problem.ts'
import { readZoneBytes } from '../zone-check.ts'

/* A folder with one zone file a domain, named after it, as teams keep it in git. Files of other names are not looked at. */

const ending = '.zone'

/** A domain, and the file of its records. */
export type ZoneFile = { readonly domain: string; readonly path: string }

/** A domain as it is stored; null for what is none. */
export function domainNamed(text: string): string | null {
  const read = DomainName.safeParse(text)
  return read.success ? read.data : null
}

/** The zone files of a folder, in the order of their domains. @throws OperatorProblem where that cannot be told */
export function zoneFilesIn(folder: string): ZoneFile[] {
  if (!existsSync(folder)) throw new OperatorProblem(`Folder not found: ${folder}`)
  if (!statSync(folder).isDirectory()) throw new OperatorProblem(`${folder} is not a folder`)
  const paths = new Map<string, string>()
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.') || !name.endsWith(ending)) continue
    const path = join(folder, name)
    const domain = domainNamed(name.slice(0, -ending.length))
    if (domain === null) throw new OperatorProblem(`${path}: the name of a zone file is a domain with ${ending}`)
    const other = paths.get(domain)
    if (other !== undefined) throw new OperatorProblem(`${other} and ${path} are both for ${domain}`)
    paths.set(domain, path)
  }
  return [...paths].map(([domain, path]) => ({ domain, path })).sort((left, right) => (left.domain < right.domain ? -1 : 1))
}

export function pathFor(folder: string, domain: string): string {
  return join(folder, domain + ending)
}

/** @throws OperatorProblem for a file that cannot be read, is too large or is not UTF-8: what is no letter would become a remark */
export function readZoneFile(path: string): string {
  const bytes = readZoneBytes(path)
  if (!isUtf8(bytes)) throw new OperatorProblem(`${path} is not UTF-8`)
  const text = bytes.toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
}

/** Whoever reads the file meanwhile reads the old one or the new one. */
export function writeZoneFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`
  try {
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}
