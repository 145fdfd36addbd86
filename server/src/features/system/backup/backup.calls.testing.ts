import { createHash } from 'node:crypto'
import type { NounFixtures, ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** A name of the right form; no such backup is kept. */
const name = 'nameplane_20260310T120000Z_0123abcd.npb'

export const validCalls: ValidCalls = {
  'backup.export': () => ({ parts: 'settings' }),
  'backup.exportWithKey': () => ({ parts: ['settings'], passphrase: 'correct horse battery' }),
  'backup.import': () => ({ name, passphrase: 'correct horse battery', dryRun: true }),
  'backup.save': () => ({ parts: ['settings'], passphrase: 'correct horse battery' }),
  'backup.verify': () => ({ name, passphrase: 'correct horse battery' }),
  'backup.prove': () => ({ name, passphrase: 'correct horse battery' }),
  'backup.download': () => ({ name }),
  'backup.forgetMakers': ({ backupMakerId }) => ({ ids: String(backupMakerId) }),
  'backup.delete': () => ({ names: [name] }),
}

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    backupMakerId: number
  }
}

export const makeFixtures: NounFixtures['makeFixtures'] = async ({ db }, name) => {
  const fingerprint = createHash('sha256').update(name).digest('hex')
  const row = { fingerprint, name: `maker of ${name}`, accepted_by: name }
  return { backupMakerId: (await db.insertInto('backup_maker').values(row).returning('id').executeTakeFirstOrThrow()).id }
}
