import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { zipStream, type ZipEntry } from './zip-stream.ts'

const entries: ZipEntry[] = [
  { name: 'one.example.zone', body: Buffer.from('$ORIGIN one.example.\n'.repeat(5_000)) },
  { name: '例子.txt', body: Buffer.from('中文') },
  { name: 'empty.csv', body: Buffer.alloc(0) },
]

test('is a file that others unpack, names beyond ASCII and empty files among them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-zip-'))
  try {
    const file = join(folder, 'test.zip')
    const bytes = await buffer(Readable.from(zipStream(Readable.from(entries), new Date(2026, 2, 9, 14, 5, 8))))
    writeFileSync(file, bytes)
    expect(bytes.length).toBeLessThan(2_000)
    // Python tests every checksum, and answers the name of the first file whose one is wrong.
    const program = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([archive.testzip(), [[one.filename, len(archive.read(one)), list(one.date_time)] for one in archive.infolist()]]))`
    expect(JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }))).toEqual([
      null,
      entries.map(({ name, body }) => [name, body.length, [2026, 3, 9, 14, 5, 8]]),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('is sent while it is made', async () => {
  let isLastMade = false
  async function* made(): AsyncGenerator<ZipEntry> {
    yield entries[0]!
    await Promise.resolve()
    isLastMade = true
    yield entries[1]!
  }
  const pieces = zipStream(made(), new Date())
  await pieces.next()
  await pieces.next()
  expect(isLastMade).toBe(false)
  for await (const _ of pieces);
  expect(isLastMade).toBe(true)
})
