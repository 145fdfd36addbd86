import { recordSaveCalls, type ChangeSet } from '@nameplane/contract/dns/change-set'
import type { Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { importModeMessages } from '../../../entities/record/import-mode.messages.ts'
import { changeSetMessages } from './change-set.messages.ts'

/** How a set is called. */
export const setName = ({ id }: Pick<ChangeSet, 'id'>): string => `#${id}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a set does, in short: `192.0.2.1 → 192.0.2.2`, `TTL: 300`, `2 records per domain`. */
export function summaryText({ kind, summary }: Pick<ChangeSet, 'kind' | 'summary'>, language: Language): string {
  const text = textsIn(changeSetMessages, language)
  const of = kind === 'undo' ? textOf(summary['of']) : kind
  const short =
    of === 'record_update' ? updateText(summary, language) : of === 'record_import' ? importText(summary, language) : countText(of, summary, language)
  if (kind !== 'undo') return short
  return (summary['byWatch'] === true ? text.log.ofWatched : text.log.of)(short)
}

function updateText(summary: ChangeSet['summary'], language: Language): string {
  const text = textsIn(changeSetMessages, language)
  const action = textOf(summary['action'])
  const to = textOf(summary['to'])
  if (action === 'replace') return text.log.replaced(textOf(summary['find']), to === '' ? text.log.empty : to)
  const statuses: Readonly<Record<string, string>> = text.choices.status
  const called = action === 'status' ? (statuses[to] ?? to) : to
  const actions: Readonly<Record<string, string>> = text.choices.action
  return text.log.set(actions[action] ?? action, called === '' ? text.log.empty : called)
}

function importText(summary: ChangeSet['summary'], language: Language): string {
  const modes: Readonly<Record<string, string>> = textsIn(importModeMessages, language).modes
  return modes[textOf(summary['mode'])] ?? ''
}

function countText(kind: string, summary: ChangeSet['summary'], language: Language): string {
  const text = textsIn(changeSetMessages, language).log
  const count = Number(summary['records'] ?? 0)
  const call = recordSaveCalls.find((one) => one === summary['call'])
  if (kind === 'record_save' && call) return text.saved[call](count)
  return kind === 'domain_create' && count === 0 ? text.plainDomains : text.records(count)
}

type Counted = { readonly added: number; readonly updated: number; readonly deleted: number }

/** What changed, as `2 added, 1 changed`; that nothing did where that is so. */
export function changesText(counts: Counted, language: Language): string {
  const text = textsIn(changeSetMessages, language)
  const parts = (['added', 'updated', 'deleted'] as const).flatMap((name) => (counts[name] === 0 ? [] : text.counts[name](counts[name])))
  return parts.length === 0 ? text.unchangedOnly : parts.join(text.between)
}
