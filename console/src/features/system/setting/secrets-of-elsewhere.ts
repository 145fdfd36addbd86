import { memberAt } from '@nameplane/contract/fields'
import { readInput } from '@nameplane/contract/issues'
import { secretMask } from '@nameplane/contract/secret-mask'
import { secretsSentElsewhere, type Setting } from '@nameplane/contract/system/setting-declaration'
import { isMembers, type Members } from './setting-members.ts'

/**
 * The secrets that a form still shows masked, though what it holds would send them elsewhere: `asked` have to be typed
 * again; `forgotten` are those that it does without, such as those of another way to sign in.
 */
export function secretsOfElsewhere(setting: Setting, saved: Members, values: Members): { asked: string[]; forgotten: string[] } {
  const elsewhere = secretsSentElsewhere(setting, saved, values, (path) => memberAt(values, path) === secretMask)
  const isNeeded = (path: string): boolean => {
    const read = readInput(setting.value, without(values, [path]))
    return !read.isRight && read.issues.some((issue) => issue.path.join('.') === path)
  }
  return { asked: elsewhere.filter(isNeeded), forgotten: elsewhere.filter((path) => !isNeeded(path)) }
}

/** A copy with nothing at these dotted paths. */
export function without(values: Members, paths: readonly string[]): Members {
  return paths.reduce((left, path) => emptied(left, path.split('.')), values)
}

function emptied(values: Members, [first = '', ...rest]: readonly string[]): Members {
  const member = values[first]
  if (rest.length === 0) return { ...values, [first]: '' }
  return isMembers(member) ? { ...values, [first]: emptied(member, rest) } : values
}
