import { readFile } from 'node:fs/promises'
import { familyOf } from '../tests/support/server-process.ts'

/** The kernel counts in hundredths of a second, whatever it measures in (time(7)). */
const tickMs = 10

/** Processor time that a process and all that it has started have used until now, in milliseconds; of ended ones too, once somebody waited for them. */
export async function processorMs(pid: number): Promise<number> {
  const stats = await Promise.all((await familyOf(pid)).map((one) => readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')))
  return stats.reduce((sum, stat) => sum + ticksOf(stat) * tickMs, 0)
}

/** proc(5): the name in brackets may hold anything; utime, stime, cutime and cstime are the 14th to 17th field. */
function ticksOf(stat: string): number {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0)
}
