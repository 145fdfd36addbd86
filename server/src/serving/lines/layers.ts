/** Layers of address ranges, and the sweep that lays several of them over each other. */

/** Address as a plain integer: IPv4 as number, IPv6 as bigint. */
export type AddressNumber = number | bigint

/** Sorted, disjoint ranges with both ends included, and what each of them says. */
export type Layer<A extends AddressNumber> = {
  readonly first: ArrayLike<A>
  readonly last: ArrayLike<A>
  /** 0 or more; the meaning is the layer's own. */
  readonly value: ArrayLike<number>
}

export type AddressSpace<A extends AddressNumber> = { readonly zero: A; readonly max: A; readonly successor: (address: A) => A }

export const IPV4_SPACE: AddressSpace<number> = { zero: 0, max: 0xffff_ffff, successor: (address) => address + 1 }
export const IPV6_SPACE: AddressSpace<bigint> = { zero: 0n, max: (1n << 128n) - 1n, successor: (address) => address + 1n }

/**
 * Walks the whole space from zero to max and reports each stretch in which no layer changes.
 * @param report gets the first address of the stretch and the value of each layer there, -1 where it says nothing;
 *   the array is reused between calls
 */
export function sweepLayers<A extends AddressNumber>(
  layers: readonly Layer<A>[],
  space: AddressSpace<A>,
  report: (first: A, values: readonly number[]) => void,
): void {
  const cursors = layers.map(() => 0)
  const values = layers.map(() => -1)
  let position: A | null = space.zero
  while (position !== null) {
    let next: A | null = null
    for (let index = 0; index < layers.length; index += 1) {
      const layer = layers[index] as Layer<A>
      let cursor = cursors[index] as number
      while (cursor < layer.first.length && (layer.last[cursor] as A) < position) cursor += 1
      cursors[index] = cursor
      values[index] = -1
      if (cursor >= layer.first.length) continue
      const first = layer.first[cursor] as A
      const last = layer.last[cursor] as A
      let boundary: A | null = first
      if (first <= position) {
        values[index] = layer.value[cursor] as number
        boundary = last < space.max ? space.successor(last) : null
      }
      if (boundary !== null && (next === null || boundary < next)) next = boundary
    }
    report(position, values)
    position = next
  }
}
