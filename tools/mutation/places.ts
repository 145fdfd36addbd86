import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/* Where faults are put, and which tests are nearest to each place. */

export type Side = 'server' | 'console'

const code: Readonly<Record<Side, readonly string[]>> = {
  server: [
    'server/src/features',
    'server/src/db',
    'server/src/changes',
    'server/src/audit',
    'server/src/access',
    'server/src/keys',
    'server/src/finance',
    'server/src/jobs',
  ],
  console: ['console/src/features', 'console/src/entities', 'console/src/screen-parts', 'console/src/api'],
}
/** Services, stores and calls of a noun and the kits below them; forms, actions, lists and the kits below them. */
const judged: Readonly<Record<Side, RegExp>> = {
  server: /\.(service|store|routes)\.ts$|^server\/src\/(?!features\/)(?!.*\/(embedded|migrations)\/)(?!.*-tables\.ts$)/,
  console: /(form|actions?|list|dialog|drawer|page|panel)\.tsx?$|^console\/src\/(screen-parts|api|entities)\//,
}
const never = /\.(test|oracle\.test|testing|messages|screens)\.tsx?$|\.d\.ts$/

/** Sweeps that take each call or each screen of a noun, by the noun's names. */
const sweeps: Readonly<Record<Side, RegExp>> = {
  server: /^tests\/sweeps\/(?!screens\/|malformed\/|weights|source|wording)/,
  console: /^tests\/sweeps\/screens\//,
}

/** Journeys by the part of the console that they are about, where their addresses do not say it. */
export const journeysAbout: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^console\/src\/api\//, ['shell', 'sign-in-safely', 'messages']],
  [/\/screen-parts\/(rich-text|date-range|table)\//, ['parts']],
  [/\/screen-parts\/rich-text\//, ['rich-text', 'messages']],
  [/\/screen-parts\/date-range\/|\/features\/dns\/log\//, ['audit-log']],
  [/\/screen-parts\/(list|table)\//, ['list-kit', 'domain-list']],
  [/\/screen-parts\/(form|dialog)\//, ['two-editors', 'accounts', 'site-settings']],
  [/\/features\/dns\/record\//, ['domain-to-dig', 'record-editor', 'large-domain', 'languages']],
  [/\/features\/account\/session\//, ['sign-in-safely', 'first-login', 'phone']],
  [/\/features\/system\/setting\//, ['site-settings', 'sign-in-settings', 'secrets']],
]

export function filesOf(root: string, side: Side): string[] {
  return code[side].flatMap((folder) => filesBelow(root, folder)).filter((path) => /\.tsx?$/.test(path) && judged[side].test(path) && !never.test(path))
}

/** The tests beside a file, in rounds: those that name it, then the others of its folder, or of the nearest folder above that has any. */
export function testsBeside(root: string, path: string): string[][] {
  const stem = basename(path).replace(/(\.(service|store|routes))?\.tsx?$/, '')
  const names = (test: string): boolean => basename(test).startsWith(`${stem}.`) || readFileSync(join(root, test), 'utf8').includes(`/${basename(path)}'`)
  for (let folder = dirname(path); folder.split('/').length > 2; folder = dirname(folder)) {
    const tests = filesBelow(root, folder).filter((name) => /\.test\.tsx?$/.test(name))
    const isKit = folder.split('/').length === 3
    if (tests.some(names) || (tests.length > 0 && !isKit)) return [tests.filter(names), isKit ? [] : tests.filter((test) => !names(test))]
  }
  const users = filesBelow(root, path.split('/').slice(0, 2).join('/')).filter((name) => /\.test\.tsx?$/.test(name))
  return [users.filter(names)]
}

/** Folder of the noun that the file belongs to, as `service-group`; null for what belongs to none. */
export function nounOf(path: string): string | null {
  return /\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null
}

export function sweepsOf(root: string, side: Side): string[] {
  return filesBelow(root, 'tests/sweeps').filter((path) => path.endsWith('.test.ts') && sweeps[side].test(path))
}

/** The journeys through a part of the console: those that are about it, then those that open one of its screens. */
export function journeysThrough(root: string, file: string, screens: readonly string[]): string[][] {
  const about = journeysAbout.filter(([part]) => part.test(file)).flatMap(([, names]) => names.map((name) => `tests/journeys/${name}.test.ts`))
  const opening = filesBelow(root, 'tests/journeys').filter((path) => {
    if (!path.endsWith('.test.ts') || about.includes(path)) return false
    const source = readFileSync(join(root, path), 'utf8')
    return screens.some((screen) => source.includes(screen.split('{')[0]!))
  })
  return [about, opening]
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted()
}
