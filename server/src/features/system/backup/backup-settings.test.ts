import { join } from 'node:path'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { createTestApp, Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { runScheduledBackup } from './backup.service.ts'
import { removeDrafts } from './backup.store.ts'

/* What the saved settings of backups do to those that nobody asks for by hand. */

let test: TestApp
let minute = 0
beforeEach(async () => void (test = await createTestApp()))
afterEach(() => test.close())

const save = async (paramValue: Record<string, unknown>) =>
  test.call(setting.update, { id: (await test.call(setting.ofKey, { key: backupSettings.key })).config.id, paramValue })
/** The job's turn, a minute after the one before. */
const turn = async (signal = new AbortController().signal) => {
  const now = () => new Date(Date.UTC(2026, 2, 10, 12, (minute += 1)))
  return runScheduledBackup(test.db, { dataFolder: test.dataFolder, version: '0.1.0', now }, signal)
}
const kept = async () => (await test.call(backup.list, {})).data.list

it('a saved key lets backups be made and opens them; without one none is made', async () => {
  expect(await turn()).toBeNull()
  await expect(test.call(backup.save, {})).rejects.toThrow(Refused)
  await save({ key: 'the key of the settings', parts: ['settings'] })
  const made = await turn()
  expect((await test.call(backup.verify, { name: made!.name, passphrase: '' })).data.parts).toEqual(['settings'])
  expect((await test.call(backup.verify, { name: made!.name, passphrase: 'the key of the settings' })).data).toMatchObject({ isOwn: true })
  expect(readFileSync(join(test.dataFolder, 'backups', made!.name)).includes('the key of the settings')).toBe(false)
  await save({ key: 'another key of the settings', parts: ['settings'] })
  await expect(test.call(backup.verify, { name: made!.name, passphrase: '' })).rejects.toThrow(/backup_key_wrong/)
})

it('saved parts are those that a backup holds', async () => {
  await save({ key: 'the key of the settings', parts: ['accounts', 'settings'] })
  const made = await turn()
  expect((await kept()).find(({ name }) => name === made!.name)!.parts.toSorted()).toEqual(['accounts', 'settings'])
})

it('as many as were saved stay', async () => {
  await save({ key: 'the key of the settings', parts: ['settings'], keep: 2 })
  for (let round = 0; round < 3; round += 1) await turn()
  expect(await kept()).toHaveLength(2)
  await save({ key: 'the key of the settings', parts: ['settings'], keep: 1 })
  expect(await turn()).toMatchObject({ removed: 2 })
})

it('none is made once they are switched off', async () => {
  await save({ key: 'the key of the settings', parts: ['settings'], isScheduled: false })
  expect(await turn()).toBeNull()
  await save({ key: 'the key of the settings', parts: ['settings'], isScheduled: true })
  expect(await turn()).not.toBeNull()
})

it('one that is broken off leaves nothing', async () => {
  await save({ key: 'the key of the settings', parts: ['settings'] })
  await expect(turn(AbortSignal.abort())).rejects.toThrow(/abort/i)
  expect(await kept()).toEqual([])
  expect(readdirSync(join(test.dataFolder, 'backups'))).toEqual([])
})

it('what a stopped process has left half written goes once it is old, and nothing else', async () => {
  const folder = join(test.dataFolder, 'backups')
  mkdirSync(folder, { recursive: true })
  const before = new Date(Date.now() - 60_000)
  for (const name of ['one.draft', 'upload_one', 'kept.npb']) {
    for (const [age, time] of [
      ['old', new Date(before.getTime() - 1_000)],
      ['new', new Date()],
    ] as const) {
      const file = join(folder, name.replace('one', age).replace('kept', age))
      writeFileSync(file, '')
      utimesSync(file, time, time)
    }
  }
  await removeDrafts(folder, before)
  expect(readdirSync(folder).toSorted()).toEqual(['new.draft', 'new.npb', 'old.npb', 'upload_new'])
})
