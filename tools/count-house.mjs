// Counts what a noun costs. Fails when a noun is entered in more lists than the limit, and at casts in the console; everything else is printed only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './bootstrap.mjs'

const mostLists = 4
/** Nouns whose names nobody else's part of the house has reason to say often, and those that are asked for. */
const samples = ['serviceGroup', 'savedFilter', ...process.argv.slice(2)]
/** Shared files that name a sample because they work with it, not because every noun stands in them. */
const uses = new Set([
  // Its limits; the part of the console that nearly every page loads.
  'contract/src/limits.ts',
  'console/vite.config.ts',
  // The first start makes a default group; nodes register into one, those of tests into none; test accounts reach some.
  'server/src/app/first-start.ts',
  'server/src/app/node-registration.ts',
  'tests/support/app-accounts.ts',
  'tests/support/nodes.ts',
])

const kebabOf = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const nouns = [...readFileSync(join(projectFolder, 'contract/src/nouns.ts'), 'utf8').matchAll(/^export \* as (\w+) from '\.\/(.+)\.ts'$/gm)].map(
  ([, name, path]) => ({ name, path }),
)
const files = [
  ...['contract/src', 'console/src', 'server/src', 'tests/support', 'docs'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true }).map((name) => join(folder, name)),
  ),
  'console/vite.config.ts',
].filter((path) => /\.(ts|tsx|md)$/.test(path))
const textOf = (path) => readFileSync(join(projectFolder, path), 'utf8')
const linesOf = (path) => textOf(path).split('\n').length - 1

/** What belongs to one noun, to a layer below all of them, or tells of the house rather than being part of it. */
const isOwned = (path) =>
  /^(server|console)\/src\/(features|entities|seed|cli|integrations|serving|access|audit|changes|settings)\/|^contract\/src\/(account|dns|home|system)\//.test(
    path,
  ) || /\/db\/migrations\/|-tables\.ts$|\.test\.tsx?$|^docs\/(decisions|how-to|settings)/.test(path)

/** Code without its comments; of the glossary what is written by hand. */
const saidIn = (path) =>
  path.endsWith('.md') ? textOf(path).replace(/<!-- Written by[\s\S]*?<!-- The end/, '') : textOf(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

function listsOf(name) {
  const kebab = kebabOf(name)
  const named = new RegExp(`(?<![A-Za-z])(${name}|${kebab}|${kebab.replaceAll('-', '_')})s?(?![a-z])`)
  const shared = files.filter((path) => !isOwned(path) && !uses.has(path) && named.test(saidIn(path)))
  // A migration is listed under what it does, which need not be the noun's name.
  return [...new Set([...shared, 'server/src/db/migrate.ts'])]
}

function ownFiles({ name, path }) {
  const kebab = kebabOf(name)
  const area = path.split('/')[0]
  return files.filter(
    (file) =>
      file === `contract/src/${path}.ts` ||
      file.startsWith(`server/src/features/${area}/${kebab}/`) ||
      file.startsWith(`console/src/features/${area}/${kebab}/`),
  )
}

const product = files.filter((path) => !/\.(test|testing)\.tsx?$|\.md$|^tests\//.test(path))
/** Forms that are said to be other forms, and everything else that is; what the library of passkeys is given is JSON to us. */
const casts = files
  .filter((path) => path.startsWith('console/src/') && !/\.test\.tsx?$/.test(path))
  .reduce((sum, path) => sum + textOf(path).split(/as unknown as (?!PasskeyOptions|CreationOptions)/).length - 1, 0)
const say = (text) => process.stdout.write(`${text}\n`)

say('noun                 files  lines')
for (const noun of nouns.filter(({ name, path }) => existsSync(join(projectFolder, 'server/src/features', path.split('/')[0], kebabOf(name))))) {
  const own = ownFiles(noun)
  say(`${noun.name.padEnd(20)} ${String(own.length).padStart(5)} ${String(own.reduce((sum, path) => sum + linesOf(path), 0)).padStart(6)}`)
}
say(`product lines        ${product.reduce((sum, path) => sum + linesOf(path), 0)}`)
say(`casts in the console ${casts}`)
if (casts > 0) process.exitCode = 1
for (const name of samples) {
  const lists = listsOf(name)
  say(`lists with ${name}: ${lists.length} (${lists.join(', ')})`)
  if (lists.length > mostLists) process.exitCode = 1
}
