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

const longestCause = 200

/** What a fault says first, in one line that is not long: the log has it whole. */
export function causeOf(fault: unknown): string {
  const line = String(fault)
    .split('\n', 1)[0]!
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return line.length > longestCause ? `${line.slice(0, longestCause - 1).toWellFormed()}…` : line
}

/** The same of a line that `logFatal` has written in another process; null of any other line. */
export function causeInLine(line: string): string | null {
  if (!line.includes('"level":60,')) return null
  try {
    const { error } = JSON.parse(line) as { error?: unknown }
    return typeof error === 'string' ? causeOf(error) : null
  } catch {
    return null
  }
}
