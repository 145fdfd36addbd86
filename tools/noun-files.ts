import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

/* What `npm run new` writes: the files below tools/noun-template under the noun's own words, and its line in each of the four lists. */

const printWidth = 160

/** Where the first page of an area's new noun stands in the menu, and which part of a backup holds its rows. */
const areas: Readonly<Record<string, { readonly group: string; readonly part: string }>> = {
  account: { group: 'users', part: 'accounts' },
  dns: { group: 'serve', part: 'domains' },
  home: { group: 'dashboard', part: 'settings' },
  system: { group: 'config', part: 'settings' },
}

/** Says in one line why a noun cannot be called so. */
export class NameRefused extends Error {}

/** The text of every file that a new noun writes or changes, by its path from the root. */
export function filesOfNoun(root: string, asked: string): ReadonlyMap<string, string> {
  const [area = '', noun = '', ...more] = asked.split('/')
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
  if (noun === '' || more.length > 0) throw new NameRefused('Missing argument. Usage: npm run new -- <area>/<noun>, for example dns/ptr-zone')
  if (!Object.hasOwn(areas, area)) throw new NameRefused(`Unknown area: ${area}. Available: ${Object.keys(areas).join(', ')}`)
  refuseName(noun)
  const migrations = readdirSync(join(root, 'server/src/db/migrations'))
  refuseTaken(noun, textOf('contract/src/nouns.ts'), [
    ...migrations.map((name) => textOf(`server/src/db/migrations/${name}`)),
    ...sourcesBelow(root, 'contract/src').map(textOf),
  ])

  const number = String(Math.max(...migrations.map((name) => Number.parseInt(name, 10))) + 1).padStart(4, '0')
  const inWords = inWordsOf(area, noun, number)
  const files = new Map(
    sourcesBelow(root, 'tools/noun-template', '.txt').map((path) => {
      const written = inWords(path.slice('tools/noun-template/'.length, -'.txt'.length))
      if (existsSync(join(root, written))) throw new NameRefused(`${written} already exists`)
      return [written, inWords(textOf(path))]
    }),
  )
  for (const [path, enter] of Object.entries(listsOf(area, inWords))) files.set(path, enter(textOf(path)))
  return files
}

/** Names of rights, which hold the noun, are of letters alone and at most 40 long. */
function refuseName(noun: string): void {
  if (!/^[a-z]+(-[a-z]+)*$/.test(noun) || noun.length > 40)
    throw new NameRefused(`Invalid name: ${noun}. Use at most 40 letters a–z and hyphens, for example ptr-zone.`)
  if (noun.endsWith('s') && !/(ss|us|is|ns|as)$/.test(noun)) throw new NameRefused(`${noun} looks like a plural. Use the singular, for example ptr-zone.`)
  try {
    // Reserved words of the language cannot be its variable, those of SQL not its table.
    new Script(`'use strict'; const ${camelOf(noun)} = 0`)
  } catch {
    throw new NameRefused(`${noun} is a reserved word of TypeScript. Choose a more specific name.`)
  }
  if (
    /^(all|and|any|as|asc|both|case|check|column|desc|end|for|from|group|limit|not|null|offset|only|or|order|primary|some|table|then|to|unique|user|when|where)$/.test(
      noun,
    )
  )
    throw new NameRefused(`${noun} is a reserved word of SQL. Choose a more specific name.`)
}

/** A noun, a table, a right or a call of that name is in the way. */
function refuseTaken(noun: string, nouns: string, sources: readonly string[]): void {
  const table = noun.replaceAll('-', '_')
  const taken = new RegExp(`\\bcreate (unlogged )?table ${table}\\b|'${table}\\.(read|write)'`)
  if (new RegExp(`^export \\* as ${camelOf(noun)} from |/${noun}\\.ts'$`, 'm').test(nouns) || sources.some((source) => taken.test(source)))
    throw new NameRefused(`${noun} already exists`)
}

const camelOf = (noun: string): string => noun.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const capitalOf = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
const pluralOf = (text: string): string => (/[^aeiou]y$/.test(text) ? `${text.slice(0, -1)}ies` : /(s|x|z|ch|sh)$/.test(text) ? `${text}es` : `${text}s`)

/** Puts the noun's words into a text of the template, in whatever spelling and number they stand there. */
function inWordsOf(area: string, noun: string, migration: string): (text: string) => string {
  const { group, part } = areas[area]!
  const spellings = [(text: string) => text.replaceAll('-', ' '), (text: string) => text, (text: string) => text.replaceAll('-', '_'), camelOf]
  const words = new Map(
    spellings.flatMap((spell) =>
      [(text: string) => text, capitalOf].flatMap((first): [string, string][] => [
        [first(spell('sample-nouns')), first(spell(pluralOf(noun)))],
        [first(spell('sample-noun')), first(spell(noun))],
      ]),
    ),
  )
  // Calls of the DNS stand below a directory of their own, all others at the root.
  const snake = noun.replaceAll('-', '_')
  for (const [sample, own] of [
    ['sample_path', area === 'dns' ? `dns/${snake}` : snake],
    ['sample-area', area],
    ['sample-group', group],
    ['sample-part', part],
    ['0000-', `${migration}-`],
  ] as const)
    words.set(sample, own)
  const all = new RegExp([...words.keys()].toSorted((one, other) => other.length - one.length).join('|'), 'g')
  return (text) => text.replace(all, (sample) => words.get(sample)!)
}

/** The four lists that a noun is entered in, each with how. */
function listsOf(area: string, inWords: (text: string) => string): Readonly<Record<string, (text: string) => string>> {
  const screens = inWords('sampleNounScreens')
  const routes = inWords('sampleNounRoutes')
  const migration = inWords('0000-sample-nouns')
  return {
    'contract/src/nouns.ts': (text) => {
      const lines = text.trimEnd().split('\n')
      const line = inWords(`export * as sampleNoun from './sample-area/sample-noun.ts'`)
      const next = lines.findIndex((other) => other.startsWith('export ') && other > line)
      lines.splice(next < 0 ? lines.length : next, 0, line)
      return `${lines.join('\n')}\n`
    },
    'server/src/db/migrate.ts': (text) =>
      afterLast(
        afterLast(text, /^import \* as \w+ from '\.\/migrations\/.*\n/gm, inWords(`import * as sampleNouns from './migrations/0000-sample-nouns.ts'\n`)),
        /^ {2}'\d{4}-[\w-]+': \w+,\n/gm,
        `  '${migration}': ${inWords('sampleNouns')},\n`,
      ),
    'server/src/app/app.ts': (text) =>
      afterLast(
        afterLast(
          text,
          new RegExp(`^import .* from '\\.\\./features/${area}/.*\\n`, 'gm'),
          inWords(`import { sampleNounRoutes } from '../features/sample-area/sample-noun/sample-noun.routes.ts'\n`),
        ),
        /^ {4}\.\.\.\w+Routes\b.*,\n/gm,
        `    ...${routes},\n`,
      ),
    [`console/src/app/areas/${area}.ts`]: (text) =>
      afterLast(
        text,
        /^import .* from '\.\.\/\.\.\/features\/.*\n/gm,
        inWords(`import { sampleNounScreens } from '../../features/sample-area/sample-noun/sample-noun.screens.ts'\n`),
      ).replace(/^(export const screens.* = )\[([\s\S]*?),?\s*\]\n/m, (_, head: string, listed: string) => {
        const names = [...listed.split(',').map((name) => name.trim()), `...${screens}`]
        const line = `${head}[${names.join(', ')}]\n`
        return line.length <= printWidth + 1 ? line : `${head}[\n${names.map((name) => `  ${name},\n`).join('')}]\n`
      }),
  }
}

/** The text with a line more behind the last one of its kind. */
function afterLast(text: string, kind: RegExp, line: string): string {
  const last = [...text.matchAll(kind)].at(-1)
  if (!last) throw new Error(`nothing in the list looks like ${kind.source}`)
  const end = last.index + last[0].length
  return text.slice(0, end) + line + text.slice(end)
}

function sourcesBelow(root: string, folder: string, ending = '.ts'): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending))
    .toSorted()
}
