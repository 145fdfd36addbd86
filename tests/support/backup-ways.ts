import type { Endpoint } from '@nameplane/contract/endpoint'
import { backup } from '@nameplane/contract/system/backup'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { sealSecrets } from '../../server/src/settings/settings.ts'
import type { TestApp } from './app.ts'
import { rawCall } from './raw-call.ts'

const passphrase = 'correct horse battery'

type Way = (endpoint: Endpoint) => Promise<Record<string, unknown>>

/** Calls on backups that need one first, or answer with a file. */
export function backupWays(platform: TestApp): Record<string, Way> {
  const kept = async (): Promise<string> => (await platform.call(backup.save, { parts: ['settings'], passphrase })).data.name
  const send = (endpoint: Endpoint, input: Record<string, unknown>) => rawCall(platform.app, endpoint, input, { token: platform.adminToken })
  const asFile = async (endpoint: Endpoint, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answer = await send(endpoint, input)
    return answer.rawPayload.subarray(0, 8).toString() === 'NPBACKUP' ? { code: 1 } : answer.json()
  }
  const onKept =
    (further: Record<string, unknown>): Way =>
    async (endpoint) =>
      (await send(endpoint, { name: await kept(), ...further })).json()
  return {
    'backup.export': async (endpoint) => {
      const param_value = JSON.stringify(sealSecrets(backupSettings.key, backupSettings.secrets, { key: passphrase }))
      await platform.db
        .insertInto('system_config')
        .values({ param_key: backupSettings.key, param_value })
        .onConflict((conflict) => conflict.column('param_key').doUpdateSet({ param_value, status: 1 }))
        .execute()
      return asFile(endpoint, { parts: 'settings' })
    },
    'backup.exportWithKey': (endpoint) => asFile(endpoint, { parts: ['settings'], passphrase }),
    'backup.import': onKept({ passphrase, dryRun: false, password: 'correct horse 7' }),
    'backup.verify': onKept({ passphrase }),
    'backup.prove': onKept({ passphrase }),
    'backup.download': async (endpoint) => asFile(endpoint, { name: await kept() }),
    'backup.delete': async (endpoint) => (await send(endpoint, { names: [await kept()] })).json(),
  }
}
