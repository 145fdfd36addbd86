import { fileURLToPath } from 'node:url'
import { beginNode, type BegunNode } from './app/begin-node.ts'
import { ListenProblem, sidePortLines } from './app/listening.ts'
import type { Platform } from './app/platform.ts'
import { EmbeddedDatabaseProblem } from './db/embedded/embedded-database-problem.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { readEnvironment, readRestartCause, readRole } from './environment.ts'
import { causeOf, complain, log, logFatal, say } from './process-log.ts'

let platform: Platform | null = null
let node: BegunNode | null = null
let isStopping = false

/** Told to the starter, for the process that it starts in our place. */
function tellStarter(fault: unknown): void {
  if (process.connected) process.send?.({ fault: causeOf(fault) })
}

async function stop(exitCode: number, leavesNode = false): Promise<void> {
  if (isStopping) return
  isStopping = true
  await (platform === null ? node?.keeper.stop(leavesNode) : platform.stop(leavesNode))
  process.exit(exitCode)
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    logFatal('platform fault', error)
    tellStarter(error)
    process.exit(1)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
// An operator's way to take up another release of Node.js, or to give memory back: no query goes unanswered.
if (process.platform !== 'win32') process.on('SIGUSR2', () => platform?.replaceNode())
// The starter is gone: nobody could stop us any more. The node serves on for as long as it takes to start us again.
process.on('disconnect', () => void stop(0, true))

try {
  const environment = readEnvironment(process.env)
  node = await beginNode(environment, readRole(process.env) === '', log)
  const { startPlatform } = await import('./app/platform.ts')
  platform = await startPlatform(environment, {
    node,
    restartCause: readRestartCause(process.env),
    consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
    progress: (line) => say(`  ${line}`),
    log,
    lost(reason) {
      log({ level: 'error', event: 'database lost', reason })
      tellStarter(reason)
      void stop(1, true)
    },
  })
  const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host
  say(`Console  http://${host}:${environment.port}/`)
  say(environment.dnsPort === 0 ? 'DNS      off (NAMEPLANE_DNS_PORT=0)' : `DNS      ${environment.dnsHost} port ${environment.dnsPort}, UDP and TCP`)
  if (environment.dnsPort !== 0) for (const line of sidePortLines({ ...environment, host: environment.dnsHost })) say(line)
  if (platform.firstAdministrator) {
    const { username, password } = platform.firstAdministrator
    say(`Sign in  ${username}, password ${password ?? 'as given by NAMEPLANE_ADMIN_PASSWORD'}${password ? ' (new at each start until the first sign-in)' : ''}`)
  }
  // The starter starts us again if we end from now on.
  process.send?.('started')
} catch (error) {
  // What is being stopped may well fail.
  if (isStopping) await new Promise(() => {})
  if (error instanceof EnvironmentProblem || error instanceof EmbeddedDatabaseProblem || error instanceof ListenProblem) complain(error.message)
  else logFatal('start failed', error)
  tellStarter(error)
  // Whoever starts us again does so once more: a database that is not ready yet must not cost the node that serves meanwhile.
  await node?.keeper.stop(readRestartCause(process.env) !== null)
  process.exit(1)
}
