import { sql } from 'kysely'
import type { TemplateRecord } from '@nameplane/contract/dns/record-template'
import { filledRecord, placeholdersOf } from '@nameplane/contract/dns/record-template-text'
import { checkRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { recordKeyOf } from '@nameplane/contract/dns/record-text'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { findingOf } from '../record/record-findings.ts'
import { judged, type DomainPlan, type RecordWork } from './record-work.ts'

/** Records that each domain of a set gets. `startAt`: what `{n}` is in the first one. */
export type CreateAsked = { records: readonly TemplateRecord[]; startAt: number }

const numberPlaceholder = 'n'

/** Refuses placeholders that nothing is given for. @throws Problem placeholder_unknown */
export function refuseUnknownPlaceholders(records: readonly TemplateRecord[]): void {
  const names = placeholdersOf(records).filter((name) => name !== numberPlaceholder)
  if (names.length > 0)
    throw new Problem('placeholder_unknown', {
      fields: { records: 'placeholder_unknown' },
      params: { allowed: '{domain} {n}', names: names.map((name) => `{${name}}`) },
    })
}

export function createWork({ records, startAt }: CreateAsked): RecordWork {
  const lines = [...new Set(records.map(({ line }) => line))]
  return {
    lines,
    async plan(db, domain, position) {
      const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
      const plan: DomainPlan = { writes: [], findings: [], unchanged: 0 }
      const given = (name: string): string => (name === numberPlaceholder ? String(startAt + position - 1) : domain.name)
      const checked = records.map((template) => {
        const filled = filledRecord(template, given)
        return { line: filled.line, ...checkRecord({ ...filled, status: 1 }, zone) }
      })
      const there = domain.recordCount === 0 ? new Set() : await keysAt(db, domain.id, [...new Set(checked.flatMap(({ record }) => record?.host ?? []))])
      for (const [change, { line, record, found }] of checked.entries()) {
        if (record && there.has(recordKeyOf(record))) {
          plan.unchanged += 1
          continue
        }
        plan.findings.push(...found.map((one) => findingOf(one, change)))
        if (!domain.knownLines.includes(line))
          plan.findings.push({ change, lineNumber: null, severity: 'error', code: 'line_missing', field: 'line', params: { line } })
        else if (record) plan.writes.push({ op: 'add', id: null, before: null, after: record, change })
        if (record) there.add(recordKeyOf(record))
      }
      return judged(db, domain, plan)
    },
  }
}

/** What tells the records at these hosts from each other. */
async function keysAt(db: Db, domainId: number, hosts: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('record')
    .select(['host', 'type', 'line', 'value', 'ttl_seconds as ttl', 'weight', 'remark', 'status'])
    .where('domain_id', '=', domainId)
    .where('host', '=', sql<string>`any(${hosts}::text[])`)
    .execute()
  return new Set(rows.map(recordKeyOf))
}
