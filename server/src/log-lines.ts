import { writeSync } from 'node:fs'

const busyTries = 100
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes log lines to a file number. One that cannot be written, because the disk is full or nobody reads the pipe any more, is lost,
 * and nothing else is: the next is tried anew.
 */
export function logLines(fd: number): { write(line: string): void } {
  let isCutOff = false
  return {
    write(line) {
      let rest = Buffer.from(isCutOff ? `\n${line}` : line)
      try {
        for (let tries = 0; rest.length > 0; tries++) {
          const length = writtenLength(fd, rest, tries < busyTries)
          if (length > 0) isCutOff = true
          rest = rest.subarray(length)
        }
        isCutOff = false
      } catch {
        // Nowhere to say it.
      }
    },
  }
}

/** Waits a moment where a pipe is full: its reader is slow. */
function writtenLength(fd: number, bytes: Buffer, mayWait: boolean): number {
  try {
    return writeSync(fd, bytes)
  } catch (cause) {
    if (!mayWait || (cause as { code?: unknown }).code !== 'EAGAIN') throw cause
    Atomics.wait(sleeper, 0, 0, 2)
    return 0
  }
}
