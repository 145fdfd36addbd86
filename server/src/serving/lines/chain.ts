/** Chains of lines: from the most specific line an address belongs to, up to `default`. */
import type { LineKind } from './precedence.ts'
import { byPrecedence } from './precedence.ts'
import { standardLine } from './standard-lines.ts'

export type LineNode = { readonly code: string; readonly kind: LineKind; readonly parent: string | null }

/** Finds a line by code; administrators' lines come through this beside the standard ones. */
export type LineLookup = (code: string) => LineNode | undefined

/** Ancestors of a line, the nearest first, without the line itself. A circle or an unknown parent ends the list. */
export function ancestorsOf(line: LineNode, lineOf: LineLookup = standardLine): LineNode[] {
  const ancestors: LineNode[] = []
  const seen = new Set([line.code])
  let parent = line.parent === null ? undefined : lineOf(line.parent)
  while (parent !== undefined && !seen.has(parent.code)) {
    seen.add(parent.code)
    ancestors.push(parent)
    parent = parent.parent === null ? undefined : lineOf(parent.parent)
  }
  return ancestors
}

/** The chain of an address that belongs to these lines: they and all their ancestors by precedence, `default` last. */
export function chainOf(lines: readonly string[], lineOf: LineLookup = standardLine): readonly string[] {
  const members = new Map<string, LineNode>()
  for (const code of lines) {
    const line = lineOf(code)
    if (line === undefined) continue
    for (const member of [line, ...ancestorsOf(line, lineOf)]) members.set(member.code, member)
  }
  return printed([...members.values()])
}

/**
 * The chain after an administrator said that the address belongs to `line`. The line and its ancestors take the place of
 * whatever contradicts them: another line of one of their kinds, a line below such a one, and a line that hangs under
 * another top (a domestic operator once the address is said to be in Japan). Search engines and custom lines say nothing
 * about the place: engines only replace engines, and custom lines replace nothing, because custom lines may overlap.
 */
export function withLine(chain: readonly string[], line: LineNode, lineOf: LineLookup = standardLine): readonly string[] {
  if (line.kind === 'default') return chain
  const group = groupOf(line.kind)
  const claimed = [line, ...ancestorsOf(line, lineOf)].filter((node) => node.kind !== 'default' && groupOf(node.kind) === group)
  const claimedOfKind = new Map(claimed.map((node) => [node.kind, node.code]))
  const top = claimed.at(-1)
  const kept: LineNode[] = []
  for (const code of chain) {
    const node = lineOf(code)
    if (node === undefined || node.kind === 'default' || claimed.some((one) => one.code === code)) continue
    const lineage = [node, ...ancestorsOf(node, lineOf)].filter((one) => one.kind !== 'default')
    if (groupOf(node.kind) === group) {
      const rivals = lineage.some((one) => (claimedOfKind.get(one.kind) ?? one.code) !== one.code)
      const elsewhere = group === 'place' && lineage.at(-1)?.code !== top?.code
      if (line.kind !== 'custom' && (rivals || elsewhere)) continue
    }
    kept.push(node)
  }
  return printed([...claimed, ...kept])
}

function groupOf(kind: LineKind): 'custom' | 'engine' | 'place' {
  if (kind === 'custom') return 'custom'
  return kind === 'search_engine' || kind === 'search_engine_single' ? 'engine' : 'place'
}

function printed(lines: readonly LineNode[]): readonly string[] {
  const codes = lines
    .filter((line) => line.kind !== 'default')
    .sort(byPrecedence)
    .map((line) => line.code)
  return [...codes, 'default']
}
