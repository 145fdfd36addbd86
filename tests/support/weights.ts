import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'

/** One thing a page loaded: its path without the hash of its content, and the bytes of its body as they came over the wire. */
export type Loaded = { name: string; bytes: number }

export type Weight = { bytes: number; requests: number; loaded: Loaded[] }

/** What the page has loaded since it was opened, the captcha's picture left out of the bytes but not of the requests. */
export async function weightOf(page: Page): Promise<Weight> {
  // As text: the browser's types are not those of the process that this file runs in.
  const entries = await page.evaluate<{ url: string; bytes: number }[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).map((entry) => ({ url: entry.name, bytes: entry.encodedBodySize }))`,
  )
  const sent = entries.filter(({ url }) => url.startsWith('http'))
  const loaded = sent.map(({ url, bytes }) => ({ name: new URL(url).pathname, bytes })).filter(({ name }) => !name.endsWith('sys_login_captcha.jpg'))
  return { bytes: loaded.reduce((sum, one) => sum + one.bytes, 0), requests: sent.length, loaded: loaded.sort((left, right) => right.bytes - left.bytes) }
}

/** The largest parts of a weight, for a failure's text. */
export function inWords({ bytes, requests, loaded }: Weight): string {
  return `${bytes} bytes in ${requests} requests: ${loaded
    .slice(0, 12)
    .map(({ name, bytes: size }) => `${name} ${size}`)
    .join(', ')}`
}

const stillMs = 800

/** Waits until nothing was loaded for a while. A stream of events never ends, so the network itself is never idle. */
async function untilStill(page: Page): Promise<void> {
  for (let before = -1, now = 0; before !== now;) {
    before = now
    await page.waitForTimeout(stillMs)
    now = await page.evaluate<number>(`performance.getEntriesByType('resource').length`)
  }
}

/** Opens a hash path with an empty cache, with the cookies and the storage of a visitor, and waits until nothing more is loaded. */
export async function openCold(
  browser: Browser,
  url: string,
  path: string,
  state?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', ...(state ? { storageState: state } : {}) })
  const page = await context.newPage()
  await page.goto(`${url}#${path}`)
  await untilStill(page)
  return { page, close: () => context.close() }
}

type BuiltPart = {
  readonly file: string
  readonly name?: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** What the build says of its files. */
export function builtParts(folder: string): Record<string, BuiltPart> {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltPart>
}

/** The part itself and all that it imports before it runs. */
export function staticImports(parts: Record<string, BuiltPart>, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of parts[key]?.imports ?? []) staticImports(parts, imported, seen)
  return seen
}

const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 8)
const calledByNames = (text: string): string =>
  text.replaceAll(/([\w-]+)-[\w-]{8}\.(js|css)\b/g, (_, name: string, kind: string) => `${name}-${hashOf(name)}.${kind}`)

/**
 * The bytes of the page that a build begins with and of the named parts, with all that they import, in brotli. Files are called by hashes
 * of their names: those of their contents all change with any change, and weigh some hundred bytes more or less by chance.
 */
export function builtWeight(folder: string, names: readonly string[]): number {
  const parts = builtParts(folder)
  const begun = readFileSync(join(folder, 'index.html'), 'utf8')
  const wanted = Object.keys(parts).filter((key) => begun.includes(parts[key]!.file) || names.includes(parts[key]!.name ?? ''))
  for (const name of names) if (!wanted.some((key) => parts[key]!.name === name)) throw new Error(`the build has no part ${name}`)
  const files = new Set(wanted.flatMap((key) => [...staticImports(parts, key)]).flatMap((key) => [parts[key]!.file, ...(parts[key]!.css ?? [])]))
  const bytesOf = (file: string): number => brotliCompressSync(calledByNames(readFileSync(join(folder, file), 'utf8'))).length
  return [...files].reduce((sum, file) => sum + bytesOf(file), bytesOf('index.html'))
}
