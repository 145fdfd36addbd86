import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditActions } from '@nameplane/contract/log-words'
import { problems } from '@nameplane/contract/problems'
import { rights } from '@nameplane/contract/rights'
import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { settings } from '@nameplane/contract/system/settings'
import { acmeKeyPlace, settingPlace, emailPlace, emailTokenPlace, identityPlace, sealedColumns, totpPlace } from '../../server/src/secrets/sealed-places.ts'
import stored from './stored-names.json' with { type: 'json' }

/*
 * Names that lie in databases, sealed texts, hash chains, browsers and the scripts of others. Identifiers may be called
 * otherwise at any time, these may not: what was written under the old name would not be found again. A name that is
 * given up on purpose, with a migration, is taken out of the list.
 */

const root = join(import.meta.dirname, '..', '..')

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
}

const found = (source: string, pattern: RegExp): string[] => [...source.matchAll(pattern)].map((match) => match[1]!)

const server = sourcesOf('server/src').join('\n')
const consoleSources = sourcesOf('console/src')
const console = consoleSources.join('\n')

/** Columns that several lists share, by the names of their constants. */
const sharedColumns = new Map([...console.matchAll(/^export const (\w+) = \{\n  key: '(\w+)',/gm)].map(([, name, key]) => [name!, key!]))
/** As kept preferences name the columns of lists, which are in one file with their list. */
const tableColumns = consoleSources
  .filter((source) => source.includes('= defineList('))
  .flatMap((source) => {
    const columns = [...found(source, /\bkey: '(\w+)'/g), ...found(source, /^ {4}(\w+),$/gm).flatMap((name) => sharedColumns.get(name) ?? [])]
    return found(source, /^  name: '([a-z-]+)',$/gm).flatMap((table) => columns.map((column) => `${table}.${column}`))
  })

const now: Record<keyof typeof stored, readonly string[]> = {
  auditActions: Object.keys(auditActions),
  auditTargets: found(server, /\baudit\(\{ type: '([a-z_]+)'/g),
  rights,
  problems: Object.keys(problems),
  jobs: jobKinds.map(({ name }) => name),
  settings: settings.map(({ key }) => key),
  migrations: readdirSync(join(root, 'server/src/db/migrations')),
  locks: [...found(server, /\blockName\([\w.]+, (?:'|`)([^'`$]+)/g), ...found(server, /\bhashtext(?:extended)?\((?:\$\{`)?'?([a-z][\w .]*)/g)],
  browserKeys: [...found(console, /\bconst \w*[kK]ey = (?:\(\w+: \w+\): string => )?['`]([a-z-]+)/g), ...found(console, /'((?:site-|logo-)[a-z]+|favicon)'/g)],
  tableColumns,
  sealedPlaces: [
    totpPlace(1),
    settingPlace('KEY', 'a.b'),
    emailPlace('key'),
    emailTokenPlace('source'),
    identityPlace(1, 'name'),
    identityPlace(1, 'id_number'),
    acmeKeyPlace('https://acme.example'),
    ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
  ],
}

test.each(Object.keys(stored) as (keyof typeof stored)[])('%s are called what they are stored as', (kind) => {
  expect(stored[kind].length).toBeGreaterThan(0)
  expect(stored[kind].filter((name) => !now[kind].includes(name))).toEqual([])
})
