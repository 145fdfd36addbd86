import { memberAt } from '@nameplane/contract/fields'
import { readInput } from '@nameplane/contract/issues'
import { secretsSentElsewhere, type Setting } from '@nameplane/contract/system/setting-declaration'
import { settingOf } from '@nameplane/contract/system/settings'
import { Problem } from '../../../problem.ts'
import { SealProblem } from '../../../secrets/seal.ts'
import { validated } from '../../../http/validate.ts'
import {
  halfMasked,
  isMembers,
  joined,
  masked,
  otherSecrets,
  unknownMembers,
  unmasked,
  withoutSecrets,
  withSecrets,
  type Members,
  type SecretPaths,
} from '../../../settings/secret-members.ts'
import { sanitisedHtml } from '../../../rich-text/sanitised.ts'
import { openSecrets } from '../../../settings/settings.ts'

/** Which members of a record are secret; whatever is named like a secret in an administrator's own. */
export function secretsOf(key: string): SecretPaths {
  return settingOf(key)?.secrets ?? null
}

/** A stored value as anybody with the right may see it. */
export function shownValue(key: string, stored: Members): Members {
  return masked(stored, secretsOf(key))
}

/**
 * A record's value as it is answered: as anybody may see it, and while nobody has saved anything, what the platform goes by
 * instead. A setting that has no defaults for all that it needs is empty until then.
 */
export function answeredValue(key: string, stored: Members): Members {
  const setting = settingOf(key)
  const read = setting && Object.keys(stored).length === 0 ? readInput(setting.value, {}) : null
  return shownValue(key, read?.isRight ? asMembers(read.value, setting!) : stored)
}

/** Secrets opened. One that this platform's keys do not open is gone, and has to be entered again. */
export function openedValue(key: string, stored: Members): Members {
  try {
    return openSecrets(key, secretsOf(key), stored)
  } catch (cause) {
    if (cause instanceof SealProblem) return withoutSecrets(stored, secretsOf(key))
    throw cause
  }
}

/** The names of the secrets that differ between two stored values. */
export function changedSecrets(key: string, before: Members, after: Members): string[] {
  return otherSecrets(openedValue(key, before), openedValue(key, after), secretsOf(key))
}

/** Whether a stored value is all that its setting needs, secrets that open among it. */
export function isComplete(key: string, stored: Members): boolean {
  const setting = settingOf(key)
  return setting === undefined || readInput(setting.value, openedValue(key, stored)).isRight
}

/**
 * The value to store for what was sent: masks replaced by the secrets kept, which go only where they were entered for, checked by the setting's schema, with the
 * members that the schema does not know, sent or stored.
 * @throws Problem that names each wrong member by its path
 */
export function checkedValue(key: string, sent: Members, opened: Members): Members {
  const setting = settingOf(key)
  refuseFields('config_secret_masked', halfMasked(sent, secretsOf(key)))
  const whole = unmasked(sent, opened, secretsOf(key))
  // An own record has no shape of ours; what was sent is all of it. Texts that cannot be stored are refused all the same.
  if (!setting) return whole
  const value = asMembers(withSecrets(validated(setting.value, whole), setting.richText, sanitisedHtml), setting)
  // A secret that is typed again may go anywhere: whoever knows it needs nothing of ours.
  const isKept = (path: string): boolean => {
    const stored = memberAt(opened, path)
    return stored !== undefined && stored !== '' && memberAt(value, path) === stored && memberAt(sent, path) !== stored
  }
  refuseFields('config_secret_elsewhere', secretsSentElsewhere(setting, opened, value, isKept))
  return joined(joined(value, unknownMembers(whole, value)), unknownOf(setting, opened))
}

function refuseFields(code: 'config_secret_masked' | 'config_secret_elsewhere', paths: readonly string[]): void {
  if (paths.length > 0) throw new Problem(code, { fields: Object.fromEntries(paths.map((path) => [path, code])) })
}

function unknownOf(setting: Setting, opened: Members): Members {
  const read = readInput(setting.value, opened)
  // What does not fit any more has nothing worth keeping but what no version of the schema knew.
  return read.isRight ? unknownMembers(opened, asMembers(read.value, setting)) : {}
}

function asMembers(value: unknown, setting: Setting): Members {
  if (!isMembers(value)) throw new Error(`setting ${setting.key} is not an object`)
  return value
}
