import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

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
  'backup.delete': () => ({ names: [name] }),
}
