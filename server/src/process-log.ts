import pino from 'pino'
import type { Log } from './jobs/worker.ts'
import { logLines } from './log-lines.ts'

/** What the operator reads at the start. */
export const say = (line: string): void => logLines(1).write(`${line}\n`)
export const complain = (line: string): void => logLines(2).write(`${line}\n`)
// Whatever else speaks: a stream that cannot write ends the process unless somebody hears of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const logger = pino({ level: 'info', redact: ['password', 'token', '*.password', '*.token'] }, logLines(2))

export const log: Log = ({ level, ...line }) => {
  if (level === 'error') logger.error(line)
  else if (level === 'warn' || level === 'warning') logger.warn(line)
  else logger.info(line)
}

/** The reason for which a process ends that had begun to work, or to start. */
export function logFatal(event: string, error: unknown): void {
  logger.fatal({ error: error instanceof Error ? error.stack : String(error) }, event)
}
