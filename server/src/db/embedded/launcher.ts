import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedDatabaseProblem } from './embedded-database-problem.ts'

/** The user that the database runs as, when it must not be ours. */
export interface DatabaseUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** How a PostgreSQL program is started on this machine. */
export interface Launcher {
  /** `null`: as the user we are. */
  readonly user: DatabaseUser | null
  /** Whether the kernel stops the program when we die, however we die. */
  readonly endsWithUs: boolean
  /** Whether the user may pass through folders that are closed to it, such as our own data folder. */
  readonly passesClosedFolders: boolean
  /** The command line that runs `program` with `parameters`. */
  command(
    program: string,
    parameters: readonly string[],
  ): { readonly file: string; readonly parameters: readonly string[]; readonly options: { uid?: number; gid?: number } }
}

/**
 * Decides how PostgreSQL is started. It refuses to run as root, so root hands it to the owner of the existing database
 * or, for a new one, to `postgres` or `nobody`.
 * @param clusterFolder the existing database's folder; `null` for a new one
 * @throws EmbeddedDatabaseProblem when no user can be found
 */
export function chooseLauncher(clusterFolder: string | null): Launcher {
  const user = isRoot() ? chooseUser(clusterFolder) : null
  if (user === null) requirePasswdEntry()
  const way = waysOfSetpriv(user).find(({ switches }) => spawnSync('setpriv', [...switches, '--', 'true'], { stdio: 'ignore' }).status === 0)
  if (way === undefined) {
    const options = user === null ? {} : { uid: user.uid, gid: user.gid }
    return { user, endsWithUs: false, passesClosedFolders: false, command: (file, parameters) => ({ file, parameters, options }) }
  }
  const { switches, passesClosedFolders } = way
  return {
    user,
    endsWithUs: true,
    passesClosedFolders,
    command: (program, parameters) => ({ file: 'setpriv', parameters: [...switches, '--', program, ...parameters], options: {} }),
  }
}

/**
 * The switches of util-linux's setpriv, the best first; which of them work depends on the kernel, the container's rights, and on
 * whether it is BusyBox's, which has none of them.
 */
function waysOfSetpriv(user: DatabaseUser | null): { switches: string[]; passesClosedFolders: boolean }[] {
  if (process.platform !== 'linux') return []
  const ending = '--pdeathsig=INT'
  if (user === null) return [{ switches: [ending], passesClosedFolders: false }]
  const asUser = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ending]
  const passing = traversalCapabilities().flatMap((capability) => {
    const capable = [...asUser, `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
    // access(2) ignores the capabilities of everyone but root unless told otherwise; PostgreSQL looks for its own programs with it.
    return [[...capable, '--securebits=+no_setuid_fixup'], capable]
  })
  return [...passing.map((switches) => ({ switches, passesClosedFolders: true })), { switches: asUser, passesClosedFolders: false }]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** initdb looks its user up by name; a bare number, as some containers use, has none. */
function requirePasswdEntry(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedDatabaseProblem(
      `The user ID ${process.getuid?.() ?? '?'} has no entry in /etc/passwd, which the embedded database requires. Add one or set NAMEPLANE_DATABASE_URL.`,
    )
  }
}

function chooseUser(clusterFolder: string | null): DatabaseUser {
  const users = readPasswd()
  const owner = clusterFolder === null ? null : statSync(clusterFolder).uid
  if (owner === 0) {
    throw new EmbeddedDatabaseProblem(`${clusterFolder} belongs to root. PostgreSQL does not run as root. Return the folder to its former owner with chown -R.`)
  }
  if (owner !== null) {
    const user = users.find(({ uid }) => uid === owner)
    if (user === undefined) throw new EmbeddedDatabaseProblem(`${clusterFolder} belongs to the user ID ${owner}, which has no entry in /etc/passwd. Add one.`)
    return user
  }
  const user = users.find(({ name, uid }) => name === 'postgres' && uid !== 0) ?? users.find(({ name, uid }) => name === 'nobody' && uid !== 0)
  if (user === undefined)
    throw new EmbeddedDatabaseProblem(
      'PostgreSQL does not run as root, and this machine has no user postgres. Add one, start as another user or set NAMEPLANE_DATABASE_URL.',
    )
  return user
}

function readPasswd(): DatabaseUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  return lines.flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
}

/** Rights to pass closed folders that we hold ourselves, the weaker first: it reads and traverses only. Containers usually have but the second. */
function traversalCapabilities(): string[] {
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const held = BigInt(`0x${permitted}`)
  // Numbers of linux/capability.h.
  return (
    [
      ['dac_read_search', 2n],
      ['dac_override', 1n],
    ] as const
  ).flatMap(([name, bit]) => (((held >> bit) & 1n) === 1n ? [name] : []))
}
