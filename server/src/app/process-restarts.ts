import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { dataFolderNames } from '../data-folder.ts'
import type { RestartedProcess } from '../features/home/dashboard/dashboard.routes.ts'
import type { Log } from '../jobs/worker.ts'
import { causeOf } from '../process-log.ts'

const Kept = z.array(
  z.object({ process: z.enum(['platform', 'database']), restarts: z.int(), restartTime: z.coerce.date<unknown>(), restartCause: z.string() }),
)

/** How often the processes of a data folder had to be started again, when last, and why. */
export type ProcessRestarts = {
  note(process: RestartedProcess['process'], cause: string): void
  /** Those that were started again at all. */
  read(): RestartedProcess[]
}

/**
 * Kept in a file of the data folder, one entry for each process: it outlives whoever writes it, and is written while there is no
 * database. One that cannot be read or written costs figures, nothing else.
 */
export function openProcessRestarts(dataFolder: string, log: Log, now: () => Date = () => new Date()): ProcessRestarts {
  const file = join(dataFolder, dataFolderNames.restarts)
  const read = (): RestartedProcess[] => {
    try {
      return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return []
    }
  }
  return {
    read,
    note(name, cause) {
      const kept = read()
      const restarts = (kept.find(({ process }) => process === name)?.restarts ?? 0) + 1
      const entries = [...kept.filter(({ process }) => process !== name), { process: name, restarts, restartTime: now(), restartCause: causeOf(cause) }]
      try {
        writeFileSync(`${file}.new`, `${JSON.stringify(entries)}\n`, { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch (error) {
        log({ level: 'warn', event: 'restart cannot be kept', process: name, cause, error: String(error) })
      }
    },
  }
}
