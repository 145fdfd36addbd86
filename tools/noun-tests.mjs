// Which tests are about one noun: those beside its code, and its share of the sweeps.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder, StartProblem } from './bootstrap.mjs'

const testFile = /\.test\.tsx?$/

/**
 * `files` are run whole; of the sweeps, the tests whose name fits the pattern.
 * @param noun as in the names of its folders: `service-group`
 */
export function testsOfNoun(noun) {
  const own = filesBelow('contract/src', 'server/src', 'console/src').filter((path) => new RegExp(`/${noun}(/|[.-][^/]*$)`).test(path))
  if (!/^[a-z][a-z0-9-]*$/.test(noun) || own.length === 0) throw new StartProblem(`Noun not found: ${noun}. No folder or file has this name.`)
  const screens = own.filter((path) => path.endsWith('.screens.ts')).flatMap(pathsOfScreens)
  const inCamels = noun.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
  const names = [`(^|[^\\w.])${nameOfCalls(inCamels)}\\.\\w+`, ...screens.map((path) => `${escaped(path)}(\\?\\S+)?( is sound|:)`)]
  return {
    files: own.filter((path) => testFile.test(path)),
    sweeps: filesBelow('tests/sweeps', 'console/src/app/sweeps').filter((path) => testFile.test(path) && !/overlays|weights/.test(path)),
    pattern: names.join('|'),
    screens,
  }
}

/** The sweeps name calls as the log does. */
function nameOfCalls(noun) {
  const [, kept] = /keptNames[^{]*\{([^}]*)\}/.exec(readFileSync(join(projectFolder, 'contract/src/manifests.ts'), 'utf8'))
  return new RegExp(`\\b${noun}: '(\\w+)'`).exec(kept)?.[1] ?? noun
}

/** Screens of a noun, by their own addresses, by those that load a page of many, or as pages of one domain. */
function pathsOfScreens(path) {
  const text = readFileSync(join(projectFolder, path), 'utf8')
  const own = [...text.matchAll(/\bpath: '([^']+)'|^ {2}'(\/[^']+)': \(\) => import\(/gm)].map(([, ownPath, loaded]) => ownPath ?? loaded)
  return [...own, ...[...text.matchAll(/domainScreen\('([^']+)'\)/g)].map(([, page]) => `/dns/domain/list/admin/{domain}/{id}/{userId}/${page}`)]
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function filesBelow(...folders) {
  return folders.flatMap((folder) => readdirSync(join(projectFolder, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`))
}
