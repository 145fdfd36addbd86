import type { Setting } from './setting.ts'
import { mailServer } from './settings/mail-server.ts'
import { nodeCheck } from './settings/node-check.ts'
import { alibabaSms, gatewaySms, tencentSms } from './settings/sms.ts'

/** Every setting of the platform, one line each: the server seeds their records from it, screens, sweeps and docs/settings.md walk it. */
export const settings: readonly Setting[] = [mailServer, nodeCheck, tencentSms, alibabaSms, gatewaySms]

/** The setting of a `paramKey`; undefined for records of an administrator's own. */
export function settingOf(key: string): Setting | undefined {
  return settings.find((one) => one.key === key)
}
