import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseNews } from './database.ts'
import { openProcessRestarts } from './process-restarts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-restarts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const logged: object[] = []
const opened = (at = '2026-03-01T00:00:00Z') =>
  openProcessRestarts(
    folder,
    (line) => logged.push(line),
    () => new Date(at),
  )

test('nothing is told of processes that have run through', () => expect(opened().read()).toEqual([]))

test('restarts are counted for each process, the last with its time and cause, and outlive whoever counted them', () => {
  opened().note('platform', 'SIGKILL')
  opened('2026-03-02T00:00:00Z').note('database', 'exit code 1')
  opened('2026-03-03T00:00:00Z').note('platform', 'Error: out of reach')
  expect(opened().read()).toEqual([
    { process: 'database', restarts: 1, restartTime: new Date('2026-03-02T00:00:00Z'), restartCause: 'exit code 1' },
    { process: 'platform', restarts: 2, restartTime: new Date('2026-03-03T00:00:00Z'), restartCause: 'Error: out of reach' },
  ])
  expect(readdirSync(folder)).toEqual(['restarts'])
})

test('of a cause the first line is kept, cut, so that the file stays small', () => {
  opened().note('platform', `Error: ${'x'.repeat(5_000)}\nsecond line`)
  opened().note('database', 'a\tb\nsecond line')
  const [platform, database] = opened().read()
  expect(platform?.restartCause).toBe(`Error: ${'x'.repeat(192)}…`)
  expect(database?.restartCause).toBe('a b')
  expect(readFileSync(join(folder, 'restarts')).length).toBeLessThan(1_000)
})

test.each(['', '{', '[{"process":"platform"}]', '{"platform":1}'])('a damaged file (%j) costs the figures only', (text) => {
  writeFileSync(join(folder, 'restarts'), text)
  expect(opened().read()).toEqual([])
  opened().note('platform', 'SIGKILL')
  expect(opened().read()).toMatchObject([{ restarts: 1 }])
})

test('a folder that cannot be written costs a line in the log', () => {
  rmSync(folder, { recursive: true })
  logged.length = 0
  opened().note('platform', 'SIGKILL')
  expect(logged).toMatchObject([{ event: 'restart cannot be kept', cause: 'SIGKILL' }])
})

test('a database that is back has been restarted once, by what ended it and not by what stood against its start', () => {
  const causes: string[] = []
  const news = databaseNews(
    () => {},
    (cause) => causes.push(cause),
  )
  news.down('SIGKILL')
  news.down('No space left on device')
  expect(causes).toEqual([])
  news.up()
  news.down('exit code 2')
  news.up()
  expect(causes).toEqual(['SIGKILL', 'exit code 2'])
})
