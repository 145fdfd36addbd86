import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { namesOfRange, zoneOfSent, type SentZone } from '../zone/packed-zone.ts'
import type { PackedParts } from '../zone/packed-names.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { patchZone, type ZoneChange } from '../zone/zone-patch.ts'
import type { ZoneTable } from '../zone/zone-table.ts'

/** What became of a zone in the thread that compiles, for those that answer from the same bytes. */
export type ZoneNews =
  | { readonly kind: 'whole'; readonly zone: SentZone }
  /** `range`: of the names after the change, where it was worth a new one. */
  | { readonly kind: 'change'; readonly key: string; readonly change: ZoneChange; readonly range: PackedParts | null }
  | { readonly kind: 'gone'; readonly key: string }

/** Does in a thread's own table what was done in that of the thread that compiles. @throws when it does not have what that has */
export function follow(table: ZoneTable, left: LeftBytes, news: ZoneNews): void {
  const key = news.kind === 'whole' ? news.zone.beside.key : news.key
  const before = table.get(key)
  const after = news.kind === 'gone' ? undefined : news.kind === 'whole' ? zoneOfSent(news.zone) : changed(before, news)
  if (after === undefined) table.remove(key)
  else table.put(after)
  left.note(before, after)
}

function changed(before: CompiledZone | undefined, { change, range }: ZoneNews & { kind: 'change' }): CompiledZone {
  const after = before === undefined ? null : patchZone(before, change, range === null ? null : namesOfRange(range))
  if (after === null) throw new Error(`a thread cannot follow a change of ${change.name}`)
  return after
}

/** As much as the collector lets gather of what it counts. */
const mostLeftBytes = 64 << 20

/**
 * Shared bytes are given back when the collector finds that no thread has them, but it does not count them when it decides whether to
 * look: without this, zones that are replaced would stay until something else makes it look.
 */
export class LeftBytes {
  #bytes = 0
  readonly #collect: () => void

  constructor(collect = collectNow) {
    this.#collect = collect
  }

  note(before: CompiledZone | undefined, after: CompiledZone | undefined): void {
    const base = before?.nodes.base
    if (base === undefined || base === after?.nodes.base) return
    this.#bytes += base.sharedBytes
    if (this.#bytes < mostLeftBytes) return
    this.#bytes = 0
    setImmediate(this.#collect)
  }
}

function collectNow(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
