import axe from 'axe-core'
import { expect } from 'vitest'

/** What is about colours and places is seen in browsers, by the sweeps over screens and overlays. */
const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }

/** axe finds nothing to complain about in names, roles and states. */
export async function expectAccessible(place: string): Promise<void> {
  const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] })
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}; ${nodes.map(({ html }) => html).join('; ')}`),
    place,
  ).toEqual([])
}
