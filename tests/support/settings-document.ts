import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { settingRight } from '@nameplane/contract/system/setting-groups'
import { settings } from '@nameplane/contract/system/settings'
import { settingClasses, type Setting } from '@nameplane/contract/system/setting-declaration'

/*
 * docs/settings.md: every setting, what it holds and where the server reads it, made from the contract and the source. A
 * setting, or a member of one, that nothing reads is found here.
 */

const root = join(import.meta.dirname, '..', '..')

/** Where forms, storing and trying stand: what they read of a setting changes nothing. */
const isNoReader = (path: string): boolean =>
  /\.(test|testing)\.tsx?$/.test(path) || /^(server|console)\/src\/features\/system\/setting\//.test(path) || path.startsWith('server/src/settings/setting')

const source = ['server/src', 'console/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !isNoReader(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)

/** The name under which the contract exports a setting. */
function identifierOf(setting: Setting): string {
  const folder = join(root, 'contract/src/system/settings')
  for (const file of readdirSync(folder)) {
    const found = new RegExp(`export const (\\w+) = declareSetting\\(\\s*'${setting.key}'`).exec(readFileSync(join(folder, file), 'utf8'))
    if (found) return found[1]!
  }
  throw new Error(`no file of contract/src/system/settings declares ${setting.key}`)
}

/** Files of the server that read a setting: those that name it, and read a setting. */
export function readersOf(setting: Setting): string[] {
  const name = new RegExp(`\\b${identifierOf(setting)}\\b`)
  return source.filter(({ path, text }) => path.startsWith('server/') && name.test(text) && /\breadSetting(OrDefault)?\b/.test(text)).map(({ path }) => path)
}

/** Dotted names of the members of a setting, down to what is no object of named members. */
export function membersOf(setting: Setting): string[] {
  return namesIn(setting.value, '')
}

type Definition = { type: string; shape?: Record<string, z.core.$ZodType>; innerType?: z.core.$ZodType; in?: z.core.$ZodType }

function namesIn(schema: z.core.$ZodType, above: string): string[] {
  const definition = schema._zod.def as unknown as Definition
  if (definition.type === 'object')
    return Object.entries(definition.shape ?? {}).flatMap(([name, inner]) => namesIn(inner, above === '' ? name : `${above}.${name}`))
  const within = definition.innerType ?? definition.in
  return within ? namesIn(within, above) : above === '' ? [] : [above]
}

/** Members whose name stands nowhere but in the form that fills them in. */
export function unreadMembers(setting: Setting): string[] {
  return membersOf(setting).filter((member) => {
    const name = new RegExp(`\\b${member.split('.').at(-1)!}\\b`)
    return !source.some(({ text }) => name.test(text))
  })
}

/** The whole document. */
export function settingsDocument(): string {
  const lines = [
    '# Settings',
    '',
    'What each setting contains, where it is edited and what reads it. `npm run document` writes this page from the contract and',
    'the source, and `npm test` fails when it is out of date.',
    '',
  ]
  for (const [key, words] of Object.entries(settingClasses)) {
    const ofClass = settings.filter((one) => one.class === key)
    if (ofClass.length === 0) continue
    lines.push(`## ${words.en} · ${words.zh}`, '')
    for (const one of ofClass) {
      lines.push(`### ${one.key}`, '')
      lines.push(`${one.remark.en} · ${one.remark.zh}. Read by ${one.readBy}.`, '')
      lines.push(`- Screen: ${one.screen ?? 'none'}`)
      lines.push(`- Permissions: \`${settingRight(one.group, 'read')}\`, \`${settingRight(one.group, 'write')}\``)
      lines.push(
        `- Members: ${
          membersOf(one)
            .map((member) => (one.secrets.includes(member) ? `\`${member}\` (secret)` : `\`${member}\``))
            .join(', ') || 'any'
        }`,
      )
      lines.push(
        `- Read in: ${readersOf(one)
          .map((path) => `\`${path}\``)
          .join(', ')}`,
        '',
      )
    }
  }
  return `${lines.join('\n').trimEnd()}\n`
}
