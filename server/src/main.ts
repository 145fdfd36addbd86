import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { ListenProblem, startPlatform, type Platform } from './app/platform.ts'
import { EmbeddedDatabaseProblem } from './db/embedded/embedded-database-problem.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { readEnvironment } from './environment.ts'
import { logLines } from './log-lines.ts'

const say = (line: string): void => logLines(1).write(`${line}\n`)
const complain = (line: string): void => logLines(2).write(`${line}\n`)
// Whatever else speaks: a stream that cannot write ends the process unless somebody hears of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const logger = pino({ level: 'info', redact: ['password', 'token', '*.password', '*.token'] }, logLines(2))

const log = ({ level, ...line }: Record<string, unknown>): void => {
  if (level === 'error') logger.error(line)
  else if (level === 'warn' || level === 'warning') logger.warn(line)
  else logger.info(line)
}

let platform: Platform | null = null
let isStopping = false

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await platform?.stop()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
// The starter is gone: nobody could stop us any more.
process.on('disconnect', () => void stop(0))

try {
  const environment = readEnvironment(process.env)
  platform = await startPlatform(environment, {
    consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
    progress: (line) => say(`  ${line}`),
    log,
    lost(reason) {
      log({ level: 'error', event: 'database lost', reason })
      void stop(1)
    },
  })
  const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host
  say(`Console  http://${host}:${environment.port}/`)
  say(environment.dnsPort === 0 ? 'DNS      off (NAMEPLANE_DNS_PORT=0)' : `DNS      ${environment.dnsHost} port ${environment.dnsPort}, UDP and TCP`)
  if (platform.firstAdministrator) {
    const { username, password } = platform.firstAdministrator
    say(`Sign in  ${username}, password ${password ?? 'as given by NAMEPLANE_ADMIN_PASSWORD'}${password ? ' (shown only once)' : ''}`)
  }
  if (isStopping) await platform.stop()
} catch (error) {
  if (error instanceof EnvironmentProblem || error instanceof EmbeddedDatabaseProblem || error instanceof ListenProblem) complain(error.message)
  else logger.fatal({ error: error instanceof Error ? error.stack : String(error) }, 'start failed')
  process.exit(1)
}
