import { expect, test } from 'vitest'
import { worldMap } from '../../console/build-steps/world-map.ts'
import { COUNTRIES_OF } from '../../server/src/serving/lines/countries.ts'

const { width, height, land, places } = worldMap()

test('every country of the standard lines has its place on the map, but the Antarctic', () => {
  const missing = Object.values(COUNTRIES_OF)
    .flat()
    .filter((code) => places[code] === undefined)
  expect(missing).toEqual(['aq'])
  for (const [code, [x, y]] of Object.entries(places)) expect(x >= 0 && x <= width && y >= 0 && y <= height, code).toBe(true)
})

test('north is up and west is left', () => {
  const [iceland, spain, japan, australia, brazil] = ['is', 'es', 'jp', 'au', 'br'].map((code) => places[code]!)
  expect([iceland![1] < spain![1], japan![1] < australia![1], brazil![0] < spain![0]]).toEqual([true, true, true])
})

test('the coasts have no borders: neighbours on one continent are one piece of land', () => {
  // Without the Antarctic, 110m has far fewer pieces of land than there are countries.
  expect(land.match(/M/g)!.length).toBeLessThan(Object.keys(places).length)
})
