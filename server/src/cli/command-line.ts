import { parseArgs, type ParseArgsConfig } from 'node:util'
import { counted } from '@nameplane/contract/counted'
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
import { domainNamed } from './zones/zone-folder.ts'
import { applyZones, planZones, pullZones, type ZonesWish } from './zones/zones.ts'

/** A command, told by its first words; it answers the exit code. */
type Command = { words: readonly string[]; usage: string; does: string; run: (rest: string[], terminal: Terminal) => Promise<number> }

const commands: readonly Command[] = [
  {
    words: ['admin', 'reset-password'],
    usage: 'admin reset-password NAME',
    does: 'Reset an administrator’s password, shown once. Ends the sessions of the account.',
    async run(rest, { variables, print }) {
      const {
        positionals: [name],
      } = parsed(rest, 1, {})
      const done = await withPlatformDatabase(variables, ({ db }) => resetPassword(db, name!))
      print(`New password of ${done.username}: ${done.password}`)
      print(`It is shown only once. Sessions ended: ${done.sessionsEnded}.`)
      if (done.isDisabled) print('The account is still disabled')
      return 0
    },
  },
  {
    words: ['admin', 'reset-second-factor'],
    usage: 'admin reset-second-factor NAME',
    does: 'Remove an administrator’s authenticator app, passkeys and recovery codes. Ends the sessions of the account.',
    async run(rest, { variables, print }) {
      const {
        positionals: [name],
      } = parsed(rest, 1, {})
      const done = await withPlatformDatabase(variables, ({ db }) => resetSecondFactor(db, name!))
      print(`Two-factor methods of ${done.username} removed: ${done.factorsRemoved}. Sessions ended: ${done.sessionsEnded}.`)
      return 0
    },
  },
  {
    words: ['token', 'create'],
    usage: 'token create NAME [--account ACCOUNT] [--scopes RIGHT,…] [--days N]',
    does: 'Create an API token, shown once. It belongs to the account called NAME if one exists, otherwise to the first administrator.',
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
      if (scopes?.length === 0) throw new UsageProblem('--scopes requires at least one permission')
      const days = values['days'] === undefined ? null : wholeDays(values['days'])
      const made = await withPlatformDatabase(variables, ({ db }) => createToken(db, { name: nameOf(name!), account: values['account'] ?? null, scopes, days }))
      print(made.token)
      print(
        `Token ${name} of ${made.owner}, ${scopes === null ? 'with all permissions of its owner' : `with ${scopes.join(', ')}`}, ${made.expiresAt === null ? 'until it is deleted' : `until ${made.expiresAt.toISOString()}`}. It is shown only once.`,
      )
      return 0
    },
  },
  {
    words: ['audit', 'verify'],
    usage: 'audit verify [FILE]',
    does: 'Verify the audit trail against the signed anchors. An exported FILE requires no database.',
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
    does: 'Export the audit trail to a file that can be verified without a database',
    async run(rest, terminal) {
      const {
        positionals: [file],
      } = parsed(rest, 1, {})
      const entries = await exportTrail(file!, terminal)
      terminal.print(`${counted(entries, 'entry', 'entries')} written to ${file!}`)
      return 0
    },
  },
  {
    words: ['login-rules', 'reset'],
    usage: 'login-rules reset',
    does: 'Reset sign-in rules to defaults and remove locks after failed sign-ins',
    async run(rest, { variables, print }) {
      parsed(rest, 0, {})
      const { locksLifted } = await withPlatformDatabase(variables, ({ db }) => resetRules(db))
      print(`Sign-in rules reset to defaults. Locks removed: ${locksLifted}.`)
      return 0
    },
  },
  {
    words: ['login-rules', 'set'],
    usage: 'login-rules set RULE VALUE',
    does: 'Set a sign-in rule, effective immediately: captcha (always, never, after-failures), second-factor-roles (ROLE,… or none), administrator-networks (NETWORK,… or any), passkey-hosts (HOST,… or any)',
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
    does: 'Create an encrypted backup of everything. The passphrase is read from NAMEPLANE_BACKUP_PASSPHRASE or standard input.',
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
    usage: 'restore FILE [--dry-run] [--accept-maker NAME]',
    does: 'Restore a backup, also to an empty data folder or database. Current data is backed up first. --dry-run only shows the changes. --accept-maker accepts the platform that created the backup, under this name.',
    async run(rest, terminal) {
      const {
        positionals: [file],
        values: { 'accept-maker': maker },
        flags,
      } = parsed(rest, 1, { 'dry-run': { type: 'boolean' }, 'accept-maker': { type: 'string' } })
      await restoreFile(file!, { isDryRun: flags.has('dry-run'), makerName: maker === undefined ? null : nameOf(maker) }, terminal)
      return 0
    },
  },
  {
    words: ['secrets', 'rotate'],
    usage: 'secrets rotate',
    does: 'Create a new data key and re-encrypt all sensitive values while the platform runs. An interrupted rotation is resumed.',
    async run(rest, terminal) {
      parsed(rest, 0, {})
      await rotate(terminal)
      return 0
    },
  },
  {
    words: ['secrets', 'rewrap'],
    usage: 'secrets rewrap',
    does: 'Re-encrypt the data keys with another master key: NAMEPLANE_NEW_MASTER_KEY, or a new one created in the data folder',
    async run(rest, terminal) {
      parsed(rest, 0, {})
      await rewrap(terminal)
      return 0
    },
  },
  {
    words: ['zone', 'check'],
    usage: 'zone check FILE [--origin ZONE]',
    does: 'Check a zone file as an import would and list the invalid lines',
    async run(rest, { print }) {
      const {
        positionals: [file],
        values,
      } = parsed(rest, 1, { origin: { type: 'string' } })
      const { origin, records, complaints } = checkZoneFile(file!, values['origin'] ?? null)
      for (const { lineNumber, isRefusal, text } of complaints) print(`${file!}:${lineNumber}: ${isRefusal ? '' : 'warning: '}${text}`)
      const refusals = complaints.filter((complaint) => complaint.isRefusal).length
      print(`${origin}: ${counted(records, 'record')}, ${counted(refusals, 'error')}, ${counted(complaints.length - refusals, 'warning')}`)
      return refusals === 0 ? 0 : 1
    },
  },
  {
    words: ['zones', 'plan'],
    usage: 'zones plan FOLDER [--only DOMAIN,…] [--create [--owner ACCOUNT]]',
    does: 'Show what the zone files of a folder would change. Exit code 0: nothing, 3: something, 1: errors.',
    run: (rest, terminal) => planZones(zonesWish(rest), terminal),
  },
  {
    words: ['zones', 'apply'],
    usage: 'zones apply FOLDER [--only DOMAIN,…] [--create [--owner ACCOUNT]] [--yes]',
    does: 'Change the records of each domain to those of its zone file, all or none for each. Large changes and other NS records of the zone apex require --yes.',
    run: (rest, terminal) => applyZones(zonesWish(rest, { yes: { type: 'boolean' } }), terminal),
  },
  {
    words: ['zones', 'pull'],
    usage: 'zones pull FOLDER [--only DOMAIN,…]',
    does: 'Write the records of each domain to its zone file. Files that say the same already are left as they are.',
    async run(rest, terminal) {
      const { positionals, values } = parsed(rest, 1, { only: { type: 'string' } })
      return pullZones({ folder: positionals[0]!, only: domainsOf(values['only']) }, terminal)
    },
  },
]

function zonesWish(rest: string[], further: NonNullable<ParseArgsConfig['options']> = {}): ZonesWish {
  const { positionals, values, flags } = parsed(rest, 1, { only: { type: 'string' }, create: { type: 'boolean' }, owner: { type: 'string' }, ...further })
  const owner = values['owner'] ?? null
  if (owner !== null && !flags.has('create')) throw new UsageProblem('--owner requires --create')
  return { folder: positionals[0]!, only: domainsOf(values['only']), create: flags.has('create') ? { owner } : null, mayRisk: flags.has('yes') }
}

function domainsOf(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null
  return new Set(
    text.split(',').map((one) => {
      const name = domainNamed(one.trim())
      if (name === null) throw new UsageProblem(`Invalid domain name: ${one.trim()}`)
      return name
    }),
  )
}

export const usageText = [
  'Usage: npm run cli -- COMMAND',
  '',
  ...commands.flatMap(({ usage, does }) => [`  ${usage}`, `      ${does}`]),
  '',
  'Uses the data folder NAMEPLANE_DATA (./data) or NAMEPLANE_DATABASE_URL, with or without a running server.',
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
  if (!command) throw new UsageProblem(`Unknown command: ${words.slice(0, 2).join(' ')}. See npm run cli -- help`)
  const rest = words.slice(command.words.length)
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(`Usage: npm run cli -- ${command.usage}\n      ${command.does}`)
    return 0
  }
  try {
    return await command.run(rest, terminal)
  } catch (problem) {
    if (problem instanceof UsageProblem) throw new UsageProblem(`${problem.message}\nUsage: npm run cli -- ${command.usage}`)
    throw problem
  }
}

function parsed(
  rest: string[],
  positionalCount: number,
  options: NonNullable<ParseArgsConfig['options']>,
): { positionals: string[]; values: Record<string, string | undefined>; flags: ReadonlySet<string> } {
  let positionals: string[]
  const values: Record<string, string | undefined> = {}
  const flags = new Set<string>()
  try {
    const result = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    positionals = result.positionals
    for (const [name, value] of Object.entries(result.values)) {
      if (typeof value === 'string') values[name] = value
      else if (value === true) flags.add(name)
    }
  } catch (cause) {
    throw new UsageProblem(cause instanceof Error ? cause.message.split('. ')[0]! : String(cause))
  }
  if (positionals.length < positionalCount) throw new UsageProblem('Missing argument')
  if (positionals.length > positionalCount) throw new UsageProblem(`Unexpected argument: ${positionals[positionalCount]!}`)
  return { positionals, values, flags }
}

function nameOf(text: string): string {
  if (text.trim() === '' || text.length > 64 || /\p{Cc}/u.test(text)) throw new UsageProblem('A name requires 1 to 64 characters')
  return text
}

function wholeDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 36_500) throw new UsageProblem(`--days requires a whole number from 1 to 36,500, not ${text}`)
  return days
}
