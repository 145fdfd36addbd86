import { parseArgs, type ParseArgsConfig } from 'node:util'
import { resetPassword, resetSecondFactor } from './administrators.ts'
import type { Terminal } from './terminal.ts'
import { exportTrail, verifyTrail, verifyTrailFile } from './audit-trail.ts'
import { backUp, restoreFile } from './backup.ts'
import { resetRules, setRule } from './login-rules-change.ts'
import { UsageProblem } from './operator-problem.ts'
import { withPlatformDatabase } from './platform-database.ts'
import { rewrap, rotate } from './secrets.ts'
import { createToken } from './tokens.ts'
import { checkZoneFile } from './zone-check.ts'

/** A command, told by its first words; it answers the exit code. */
type Command = { words: readonly string[]; usage: string; does: string; run: (rest: string[], terminal: Terminal) => Promise<number> }

const commands: readonly Command[] = [
  {
    words: ['admin', 'reset-password'],
    usage: 'admin reset-password NAME',
    does: "a new password for an administrator, shown once; ends the account's sessions",
    async run(rest, { variables, print }) {
      const {
        positionals: [name],
      } = parsed(rest, 1, {})
      const done = await withPlatformDatabase(variables, ({ db }) => resetPassword(db, name!))
      print(`New password of ${done.username}: ${done.password}`)
      print(`It is shown this once. Sessions ended: ${done.sessionsEnded}.`)
      if (done.isDisabled) print('The account is disabled and stays so.')
      return 0
    },
  },
  {
    words: ['admin', 'reset-second-factor'],
    usage: 'admin reset-second-factor NAME',
    does: "removes an administrator's authenticator app, passkeys and recovery codes; ends the account's sessions",
    async run(rest, { variables, print }) {
      const {
        positionals: [name],
      } = parsed(rest, 1, {})
      const done = await withPlatformDatabase(variables, ({ db }) => resetSecondFactor(db, name!))
      print(`Second factors of ${done.username} removed: ${done.factorsRemoved}. Sessions ended: ${done.sessionsEnded}.`)
      return 0
    },
  },
  {
    words: ['token', 'create'],
    usage: 'token create NAME [--account ACCOUNT] [--scopes RIGHT,…] [--days N]',
    does: "an API token, shown once; NAME is what it is called, and whose it is when an account has that name, else it is the first administrator's",
    async run(rest, { variables, print }) {
      const {
        positionals: [name],
        values,
      } = parsed(rest, 1, { account: { type: 'string' }, scopes: { type: 'string' }, days: { type: 'string' } })
      const scopes =
        values['scopes'] === undefined
          ? null
          : values['scopes']
              .split(',')
              .map((scope) => scope.trim())
              .filter((scope) => scope !== '')
      if (scopes?.length === 0) throw new UsageProblem('--scopes names no right')
      const days = values['days'] === undefined ? null : wholeDays(values['days'])
      const made = await withPlatformDatabase(variables, ({ db }) => createToken(db, { name: nameOf(name!), account: values['account'] ?? null, scopes, days }))
      print(made.token)
      print(
        `Token ${name} of ${made.owner}, ${scopes === null ? 'with all rights of its owner' : `with ${scopes.join(', ')}`}, ${made.expiresAt === null ? 'until it is removed' : `until ${made.expiresAt.toISOString()}`}. It is shown this once.`,
      )
      return 0
    },
  },
  {
    words: ['audit', 'verify'],
    usage: 'audit verify [FILE]',
    does: 'follows the audit trail from its start and holds it against the signed anchors; FILE is an exported one, and needs no database',
    async run(rest, terminal) {
      const {
        positionals: [file],
      } = parsed(rest, rest.length === 0 ? 0 : 1, {})
      const isWhole = await (file === undefined ? verifyTrail(terminal) : verifyTrailFile(file, terminal))
      return isWhole ? 0 : 1
    },
  },
  {
    words: ['audit', 'export'],
    usage: 'audit export FILE',
    does: 'writes the audit trail to a file that can be verified without a database',
    async run(rest, terminal) {
      const {
        positionals: [file],
      } = parsed(rest, 1, {})
      const entries = await exportTrail(file!, terminal)
      terminal.print(`${entries} entries written to ${file!}.`)
      return 0
    },
  },
  {
    words: ['login-rules', 'reset'],
    usage: 'login-rules reset',
    does: 'the default rules of signing in; lifts the locks of failed sign-ins',
    async run(rest, { variables, print }) {
      parsed(rest, 0, {})
      const { locksLifted } = await withPlatformDatabase(variables, ({ db }) => resetRules(db))
      print(`The rules of signing in are back to their defaults. Locks lifted: ${locksLifted}.`)
      return 0
    },
  },
  {
    words: ['login-rules', 'set'],
    usage: 'login-rules set RULE VALUE',
    does: 'a rule of signing in: captcha (always, never, after-failures), second-factor-roles ROLE,… or none, administrator-networks NETWORK,… or no limit by the word any, passkey-hosts HOST,… likewise; acts at once',
    async run(rest, { variables, print }) {
      const {
        positionals: [rule, value],
      } = parsed(rest, 2, {})
      const changed = await withPlatformDatabase(variables, ({ db }) => setRule(db, rule!, value!))
      print(`${changed}: ${value!}.`)
      return 0
    },
  },
  {
    words: ['backup'],
    usage: 'backup FILE',
    does: 'writes an encrypted backup of everything; the passphrase comes from NAMEPLANE_BACKUP_PASSPHRASE or the standard input',
    async run(rest, terminal) {
      const {
        positionals: [file],
      } = parsed(rest, 1, {})
      await backUp(file!, terminal)
      return 0
    },
  },
  {
    words: ['restore'],
    usage: 'restore FILE [--dry-run]',
    does: 'restores a backup, into an empty data folder or database too; what was there is backed up first; --dry-run only says what would change',
    async run(rest, terminal) {
      const isDryRun = rest.includes('--dry-run')
      const {
        positionals: [file],
      } = parsed(
        rest.filter((word) => word !== '--dry-run'),
        1,
        {},
      )
      await restoreFile(file!, isDryRun, terminal)
      return 0
    },
  },
  {
    words: ['secrets', 'rotate'],
    usage: 'secrets rotate',
    does: 'makes a new key for stored secrets and seals all of them with it, while the platform runs; a stopped one is taken up again',
    async run(rest, terminal) {
      parsed(rest, 0, {})
      await rotate(terminal)
      return 0
    },
  },
  {
    words: ['secrets', 'rewrap'],
    usage: 'secrets rewrap',
    does: 'puts the keys of stored secrets under another master key: that of NAMEPLANE_NEW_MASTER_KEY, or a new one made in the data folder',
    async run(rest, terminal) {
      parsed(rest, 0, {})
      await rewrap(terminal)
      return 0
    },
  },
  {
    words: ['zone', 'check'],
    usage: 'zone check FILE [--origin ZONE]',
    does: 'reads a zone file as an import would, and names each line that would be refused',
    async run(rest, { print }) {
      const {
        positionals: [file],
        values,
      } = parsed(rest, 1, { origin: { type: 'string' } })
      const { origin, records, complaints } = checkZoneFile(file!, values['origin'] ?? null)
      for (const { lineNumber, isRefusal, text } of complaints) print(`${file!}:${lineNumber}: ${isRefusal ? '' : 'warning: '}${text}`)
      const refusals = complaints.filter((complaint) => complaint.isRefusal).length
      print(`${origin}: ${records} records, ${refusals} refusals, ${complaints.length - refusals} warnings`)
      return refusals === 0 ? 0 : 1
    },
  },
]

export const usageText = [
  'Usage: npm run cli -- COMMAND',
  '',
  ...commands.flatMap(({ usage, does }) => [`  ${usage}`, `      ${does}`]),
  '',
  'It works on the data folder of NAMEPLANE_DATA (./data) or on NAMEPLANE_DATABASE_URL, beside a running server or without one.',
].join('\n')

/**
 * Runs one command and answers its exit code.
 * @throws UsageProblem, OperatorProblem, EnvironmentProblem, EmbeddedDatabaseProblem with one line each.
 */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0]!)) {
    terminal.print(usageText)
    return 0
  }
  const command = commands.find((known) => known.words.every((word, index) => words[index] === word))
  if (!command) throw new UsageProblem(`there is no command ${words.slice(0, 2).join(' ')}; see npm run cli -- help`)
  const rest = words.slice(command.words.length)
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(`Usage: npm run cli -- ${command.usage}\n      ${command.does}`)
    return 0
  }
  try {
    return await command.run(rest, terminal)
  } catch (problem) {
    if (problem instanceof UsageProblem) throw new UsageProblem(`${problem.message}; usage: npm run cli -- ${command.usage}`)
    throw problem
  }
}

function parsed(
  rest: string[],
  positionalCount: number,
  options: NonNullable<ParseArgsConfig['options']>,
): { positionals: string[]; values: Record<string, string | undefined> } {
  let positionals: string[]
  let values: Record<string, string | undefined>
  try {
    const result = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    positionals = result.positionals
    values = result.values as Record<string, string | undefined>
  } catch (cause) {
    throw new UsageProblem(cause instanceof Error ? cause.message.split('. ')[0]! : String(cause))
  }
  if (positionals.length < positionalCount) throw new UsageProblem('something is missing')
  if (positionals.length > positionalCount) throw new UsageProblem(`${positionals[positionalCount]!} is one word too many`)
  return { positionals, values }
}

function nameOf(text: string): string {
  if (text.trim() === '' || text.length > 64 || /\p{Cc}/u.test(text)) throw new UsageProblem('a name has 1 to 64 characters')
  return text
}

function wholeDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 36_500) throw new UsageProblem(`--days takes a whole number from 1 to 36500, not ${text}`)
  return days
}
