import { expect, it } from 'vitest'
import { placesOf } from './full-names.ts'

it.each([
  ['a.b.example', ['a of b.example', 'a.b of example']],
  ['Gate.Dragon-Gate.Example.', ['gate of dragon-gate.example', 'gate.dragon-gate of example']],
  ['_dmarc.商店.example', ['_dmarc of xn--czrs0t.example', '_dmarc.xn--czrs0t of example']],
  ['*.b.example', ['* of b.example', '*.b of example']],
  ['example', []],
  ['', []],
  ['no name.at all', []],
  ['a..example', []],
])('%s may be %o', (text, places) => {
  expect(placesOf(text).map(({ host, zone }) => `${host} of ${zone}`)).toEqual(places)
})
