import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs'

const largestBytes = 5 * 1024 * 1024
const checkEveryMs = 10 * 60 * 1000

/** The server's log: a file that both of us append to, held below a size by keeping one earlier copy beside it (`.1`). */
export interface LogFile {
  /** File number to hand to the server as its standard error. */
  readonly fd: number
  /** What was written after the call of `mark`. */
  sinceMark(): string
  mark(): void
  close(): void
}

/** Opens the log, turning it over first when it has grown too large, and looks again every ten minutes. */
export function openLogFile(path: string): LogFile {
  const fd = openSync(path, 'a+', 0o600)
  let markedBytes = 0
  const turnOver = () => {
    if (fstatSync(fd).size <= largestBytes) return
    // The server holds the file open for appending: it goes on at the new end.
    copyFileSync(path, `${path}.1`)
    ftruncateSync(fd, 0)
    markedBytes = 0
  }
  turnOver()
  const timer = setInterval(() => {
    // A disk that is full must not end the server for want of a shorter log.
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) attempt(turnOver)
  }, checkEveryMs)
  timer.unref()
  return {
    fd,
    mark: () => {
      markedBytes = fstatSync(fd).size
    },
    sinceMark: () => {
      const text = Buffer.alloc(Math.min(64 * 1024, Math.max(0, fstatSync(fd).size - markedBytes)))
      const length = readSync(fd, text, 0, text.length, markedBytes)
      return text.toString('utf8', 0, length)
    },
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // Tried again ten minutes later.
  }
}
