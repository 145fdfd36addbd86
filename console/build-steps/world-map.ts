import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

export type WorldMap = {
  readonly width: number
  readonly height: number
  /** The coasts as the path of an SVG, in the units of width and height. */
  readonly land: string
  /** Where the symbols of countries (lower-case ISO 3166-1 codes) stand. */
  readonly places: Readonly<Record<string, readonly [x: number, y: number]>>
}

const width = 1000
/** Where the Antarctic begins: land without clients, and a quarter of the height. */
const southernmost = -60
/** A little Atlantic at both edges instead of half of Siberia beside Alaska. */
const middleMeridian = 11

/** Countries that the geometry has within another one, or not at all: the middle of their land. */
const furtherPlaces: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
  bq: [-68.27, 12.18],
  bv: [3.36, -54.42],
  cc: [96.83, -12.17],
  cx: [105.67, -10.49],
  gf: [-53.1, 3.9],
  gi: [-5.35, 36.14],
  gp: [-61.55, 16.25],
  mq: [-61.02, 14.64],
  re: [55.54, -21.12],
  sj: [16, 78.5],
  tk: [-171.85, -9.2],
  tv: [179.2, -8.5],
  um: [166.6, 19.3],
  yt: [45.17, -12.83],
}

/**
 * The coasts of the world, and where each country lies. Borders are not drawn (docs/decisions/query-sources.md): of the countries, only the
 * middle of the largest piece of land is kept.
 */
export function worldMap(): WorldMap {
  const land = polygonsOf('land-110m.json', 'land').filter(({ coordinates }) => geoCentroid({ type: 'Polygon', coordinates })[1] > southernmost)
  const coasts = { type: 'MultiPolygon' as const, coordinates: land.map(({ coordinates }) => coordinates) }
  const projection = geoNaturalEarth1().rotate([-middleMeridian, 0]).fitWidth(width, { type: 'Sphere' })
  const path = geoPath(projection).digits(0)
  const place = (position: readonly [number, number]): readonly [number, number] => {
    const [x, y] = projection([...position])!
    return [Math.round(x), Math.round(y)]
  }
  const largest = new Map<string, { area: number; place: readonly [number, number] }>()
  for (const { code, coordinates } of polygonsOf('countries-50m.json', 'countries')) {
    if (code === undefined) continue
    const polygon = { type: 'Polygon' as const, coordinates }
    const area = geoArea(polygon)
    if (area > (largest.get(code)?.area ?? 0)) largest.set(code, { area, place: place(geoCentroid(polygon)) })
  }
  largest.delete('aq')
  return {
    width,
    height: Math.ceil(projection([middleMeridian, southernmost])![1]),
    land: path(coasts)!,
    places: {
      ...Object.fromEntries([...largest].map(([code, one]) => [code, one.place])),
      ...Object.fromEntries(Object.entries(furtherPlaces).map(([code, position]) => [code, place(position)])),
    },
  }
}

/** Each polygon of a file, with the country that it belongs to where there is one. */
function polygonsOf(file: string, object: string): { code: string | undefined; coordinates: [number, number][][] }[] {
  const topology = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`world-atlas/${file}`), 'utf8')) as Topology
  return feature(topology, topology.objects[object] as GeometryCollection).features.flatMap(({ id, geometry }) => {
    // The identifier of the numeric code of ISO 3166-1 is that of UN M49, which locales know.
    const code = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region?.toLowerCase()
    const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : []
    return polygons.map((coordinates) => ({ code, coordinates: coordinates as [number, number][][] }))
  })
}

/** Gives the map as the module `world-map:`. */
export function worldMapModule(): Plugin {
  return {
    name: 'nameplane:world-map',
    resolveId: { filter: { id: /^world-map:$/ }, handler: (id) => `\0${id}` },
    // As text: a script of that many figures would take longer to read than JSON.
    load: { filter: { id: /^\0world-map:$/ }, handler: () => `export default JSON.parse(${JSON.stringify(JSON.stringify(worldMap()))})\n` },
  }
}
