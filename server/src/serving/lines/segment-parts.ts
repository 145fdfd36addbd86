/** The plain content of a segment table, and how it is made from layers of address data. */
import { blockLayer4, blockLayer6, countryCorrections } from './base-corrections.ts'
import type { AsNames } from './base-sources.ts'
import { readAsLayer4, readAsLayer6, readCountryLayer4, readCountryLayer6 } from './base-sources.ts'
import { chainOf } from './chain.ts'
import { isCountry } from './countries.ts'
import type { AddressNumber, AddressSpace, Layer } from './layers.ts'
import { IPV4_SPACE, IPV6_SPACE, sweepLayers } from './layers.ts'
import { STANDARD_LINES } from './standard-lines.ts'

/** One family: consecutive ranges from address zero on; `classes` for lines, `origins` for who announces what. */
export type FamilyParts = {
  /** Words of the starts: one for each IPv4 range, four for each IPv6 range. */
  readonly classStarts: Uint32Array
  readonly classIds: Uint16Array
  readonly originStarts: Uint32Array
  readonly originIds: Uint32Array
}

export type SegmentParts = {
  /** Chain of each class id; class 0 is `default` alone. */
  readonly classes: readonly (readonly string[])[]
  /** Lower-case country codes; position 0 is the unknown country, ''. */
  readonly countries: readonly string[]
  readonly ipv4: FamilyParts
  readonly ipv6: FamilyParts
  /** Of each origin id: AS number (0 = none) and position in `countries`. */
  readonly originAs: Uint32Array
  readonly originCountries: Uint16Array
  /** AS numbers, ascending, and their names one after another in UTF-8: name i is bytes offsets[i] to offsets[i + 1]. */
  readonly asNumbers: Uint32Array
  readonly asNameOffsets: Uint32Array
  readonly asNameBytes: Uint8Array
}

/** What is laid over each other for one family. Values: AS numbers, positions in `countries`, else positions in STANDARD_LINES. */
export type FamilyLayers<A extends AddressNumber> = {
  readonly asNumbers: Layer<A>
  readonly countries: Layer<A>
  /** Wins over `countries` where it says something. */
  readonly correctedCountries: Layer<A>
  readonly crawlers: Layer<A>
  /** Operators' own blocks; count where `asNumbers` says nothing. */
  readonly allocated: Layer<A>
}

export type SegmentLayers = {
  readonly ipv4: FamilyLayers<number>
  readonly ipv6: FamilyLayers<bigint>
  readonly countries: readonly string[]
  readonly asNames: AsNames
}

/** Reads the shipped data. Takes about a second; @throws when a data package is missing or has another format. */
export function readBaseLayers(): SegmentLayers {
  const asNames: AsNames = new Map()
  const countries: string[] = ['']
  const ipv4 = {
    asNumbers: readAsLayer4(asNames),
    countries: readCountryLayer4(countries),
    correctedCountries: countryCorrections(countries),
    crawlers: blockLayer4('search_engine_single'),
    allocated: blockLayer4('operator'),
  }
  const nothing: Layer<bigint> = { first: [], last: [], value: [] }
  const ipv6 = {
    asNumbers: readAsLayer6(asNames),
    countries: readCountryLayer6(countries),
    correctedCountries: nothing,
    crawlers: blockLayer6('search_engine_single'),
    allocated: blockLayer6('operator'),
  }
  return { ipv4, ipv6, countries, asNames }
}

/** Lays the layers over each other and keeps, for each family, where the lines change and where the origin changes. */
export function combineLayers(layers: SegmentLayers): SegmentParts {
  const classes = new ClassRegister(layers)
  const origins = new OriginRegister()
  const ipv6 = combineFamily(layers.ipv6, IPV6_SPACE, 4, classes, origins)
  const ipv4 = combineFamily(layers.ipv4, IPV4_SPACE, 1, classes, origins)
  return {
    classes: classes.chains,
    countries: layers.countries,
    ipv4,
    ipv6,
    originAs: Uint32Array.from(origins.asNumbers),
    originCountries: Uint16Array.from(origins.countries),
    ...packedNames(layers.asNames),
  }
}

function combineFamily<A extends AddressNumber>(
  layers: FamilyLayers<A>,
  space: AddressSpace<A>,
  wordsPerAddress: 1 | 4,
  classes: ClassRegister,
  origins: OriginRegister,
): FamilyParts {
  const classStarts: number[] = []
  const classIds: number[] = []
  const originStarts: number[] = []
  const originIds: number[] = []
  const { asNumbers, countries, correctedCountries, crawlers, allocated } = layers
  sweepLayers([asNumbers, countries, correctedCountries, crawlers, allocated], space, (first, values) => {
    const [asValue = -1, countryValue = -1, corrected = -1, crawler = -1, allocation = -1] = values
    const asNumber = Math.max(asValue, 0)
    const country = Math.max(corrected === -1 ? countryValue : corrected, 0)
    const classId = classes.idOf({ asNumber, country, crawler, allocation: asNumber === 0 ? allocation : -1 })
    if (classId !== classIds.at(-1)) {
      pushWords(classStarts, first, wordsPerAddress)
      classIds.push(classId)
    }
    const originId = origins.idOf(asNumber, country)
    if (originId !== originIds.at(-1)) {
      pushWords(originStarts, first, wordsPerAddress)
      originIds.push(originId)
    }
  })
  return {
    classStarts: Uint32Array.from(classStarts),
    classIds: Uint16Array.from(classIds),
    originStarts: Uint32Array.from(originStarts),
    originIds: Uint32Array.from(originIds),
  }
}

function pushWords(words: number[], address: AddressNumber, wordsPerAddress: 1 | 4): void {
  if (wordsPerAddress === 1) {
    words.push(Number(address))
    return
  }
  const wide = BigInt(address)
  for (const shift of [96n, 64n, 32n, 0n]) words.push(Number((wide >> shift) & 0xffff_ffffn))
}

/** Gives equal chains one id. */
class ClassRegister {
  readonly chains: (readonly string[])[] = [['default']]
  readonly #idOfChain = new Map<string, number>([['default', 0]])
  readonly #idOfKey = new Map<string, number>()
  readonly #operatorOfAs = new Map<number, string>()
  readonly #countries: readonly string[]

  constructor(layers: SegmentLayers) {
    this.#countries = layers.countries
    for (const line of STANDARD_LINES) {
      for (const asNumber of line.asNumbers ?? []) this.#operatorOfAs.set(asNumber, line.code)
    }
    const prefixes = STANDARD_LINES.flatMap((line) => (line.asNamePrefixes ?? []).map((prefix) => ({ prefix, code: line.code })))
    for (const [asNumber, name] of layers.asNames) {
      if (this.#operatorOfAs.has(asNumber)) continue
      const lowerName = name.toLowerCase()
      const found = prefixes.find(({ prefix }) => lowerName.startsWith(prefix))
      if (found !== undefined) this.#operatorOfAs.set(asNumber, found.code)
    }
  }

  /** `crawler` and `allocation` are positions in STANDARD_LINES or -1. */
  idOf({ asNumber, country, crawler, allocation }: { asNumber: number; country: number; crawler: number; allocation: number }): number {
    const operator = this.#operatorOfAs.get(asNumber) ?? STANDARD_LINES[allocation]?.code ?? ''
    const key = `${operator}/${country}/${crawler}`
    let id = this.#idOfKey.get(key)
    if (id === undefined) {
      id = this.#idOfLines(this.#placesOf(operator, this.#countries[country] ?? ''), crawler)
      this.#idOfKey.set(key, id)
    }
    return id
  }

  /** A Chinese operator counts in the mainland, and where no country is known; its addresses abroad are overseas. */
  #placesOf(operator: string, country: string): string[] {
    if (operator !== '' && (country === 'cn' || country === '')) return [operator]
    if (country === 'cn') return ['domestic']
    if (country === '') return []
    return [isCountry(country) ? country : 'overseas']
  }

  #idOfLines(places: readonly string[], crawler: number): number {
    const engine = STANDARD_LINES[crawler]?.code
    const chain = chainOf(engine === undefined ? places : [...places, engine])
    const key = chain.join(' ')
    let id = this.#idOfChain.get(key)
    if (id === undefined) {
      id = this.chains.push(chain) - 1
      this.#idOfChain.set(key, id)
    }
    return id
  }
}

/** Gives each pair of AS number and country one id. */
class OriginRegister {
  readonly asNumbers: number[] = []
  readonly countries: number[] = []
  readonly #idOfPair = new Map<number, number>()

  idOf(asNumber: number, country: number): number {
    const key = asNumber * 1024 + country
    let id = this.#idOfPair.get(key)
    if (id === undefined) {
      id = this.asNumbers.push(asNumber) - 1
      this.countries.push(country)
      this.#idOfPair.set(key, id)
    }
    return id
  }
}

function packedNames(asNames: AsNames): Pick<SegmentParts, 'asNumbers' | 'asNameOffsets' | 'asNameBytes'> {
  const sorted = [...asNames].sort((a, b) => a[0] - b[0])
  const encoded = sorted.map(([, name]) => Buffer.from(name, 'utf8'))
  const asNameOffsets = new Uint32Array(sorted.length + 1)
  encoded.forEach((bytes, index) => {
    asNameOffsets[index + 1] = (asNameOffsets[index] as number) + bytes.length
  })
  return { asNumbers: Uint32Array.from(sorted, ([asNumber]) => asNumber), asNameOffsets, asNameBytes: new Uint8Array(Buffer.concat(encoded)) }
}
