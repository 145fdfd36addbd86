import { checkRecord, type Found } from '@nameplane/contract/dns/record-checks'
import type { TemplateRecord } from '@nameplane/contract/dns/record-template'
import { domainPlaceholder, filledRecord, placeholdersOf } from '@nameplane/contract/dns/record-template-text'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problem-text'
import type { Steps } from '../../../serving/zone/slices.ts'

/** What is wrong with a record of a template: where, and why. */
export type TemplateFault = Pick<Found, 'code' | 'field' | 'params'>

/** A domain for the check (RFC 2606 §2), with no name servers of its own. */
const zone = { name: 'template.example', nameservers: [] }

/** What placeholders stand for: addresses, names, numbers, and digests of 160, 256 and 384 bits, which are Base64 too. */
const samples = ['192.0.2.1', '2001:db8::1', 'name.example.', 'name', '1', ...[20, 32, 48].map((octets) => 'ab'.repeat(octets))] as const

/** Every way to give each of these names one of the samples. */
function* waysToFill(names: readonly string[], given: ReadonlyMap<string, string> = new Map()): Generator<ReadonlyMap<string, string>> {
  const [name, ...others] = names
  if (name === undefined) return yield given
  for (const sample of samples) yield* waysToFill(others, new Map(given).set(name, sample))
}

function errorsOf(record: TemplateRecord, given: ReadonlyMap<string, string>): TemplateFault[] {
  const filled = filledRecord(record, (name) => (name === domainPlaceholder ? zone.name : given.get(name)!))
  return checkRecord({ ...filled, status: 1 }, zone).found.filter(({ severity }) => severity === 'error')
}

/** The samples that a record is right with, by placeholder; or what is wrong with it. */
function* fitsOf(record: TemplateRecord): Steps<Map<string, Set<string>> | TemplateFault[]> {
  const names = placeholdersOf([record])
  const asking = placeholdersOf([{ host: '', value: record.value }]).length > 0 ? 'value' : 'host'
  const refused = (code: ProblemCode, params: Record<string, unknown>): TemplateFault[] => [{ code, field: asking, params }]
  if (names.length > limits.templatePlaceholders) return refused('too_many_placeholders', { maximum: limits.templatePlaceholders })
  const fits = new Map(names.map((name) => [name, new Set<string>()]))
  let first: TemplateFault[] | null = null
  let isRight = false
  for (const given of waysToFill(names)) {
    const errors = errorsOf(record, given)
    first ??= errors
    if (errors.length === 0) {
      isRight = true
      for (const [name, sample] of given) fits.get(name)!.add(sample)
    }
    yield
  }
  if (isRight) return fits
  // What is wrong with a field that holds no placeholder is wrong whatever is given.
  const certain = first!.filter(
    ({ field }) => (field !== 'host' && field !== 'value') || placeholdersOf([{ host: '', value: '', [field]: record[field] }]).length === 0,
  )
  return certain.length > 0 ? certain : refused('placeholder_unfit', { type: record.type.toUpperCase() })
}

/** What is wrong with the records of a template, by their places: judged as records are, with samples in the place of what will be given. */
export function* faultsOf(records: readonly TemplateRecord[]): Steps<Map<number, TemplateFault[]>> {
  const faults = new Map<number, TemplateFault[]>()
  const fitting = new Map<string, ReadonlySet<string>>()
  for (const [index, record] of records.entries()) {
    const fits = yield* fitsOf(record)
    if (Array.isArray(fits)) {
      faults.set(index, fits)
      continue
    }
    for (const [name, here] of fits) {
      const before = fitting.get(name)
      const both = new Set([...here].filter((sample) => before?.has(sample) ?? true))
      if (both.size > 0) fitting.set(name, both)
      else faults.set(index, [{ code: 'placeholder_elsewhere', field: record.host.toLowerCase().includes(`{${name}}`) ? 'host' : 'value', params: { name } }])
    }
  }
  return faults
}
