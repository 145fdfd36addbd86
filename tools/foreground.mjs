// How a command runs the program that it stands for: in the foreground, ended with us, and, where that is wanted, kept up.
import { spawn } from 'node:child_process'
import { accessSync, constants as fileAccess, mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { restartPauses } from '../server/src/restart-pauses.mjs'
import { cacheFolder, projectFolder, readIfThere, stopSignals } from './bootstrap.mjs'

/**
 * Runs a program in the foreground until it ends, and gives its exit code. It has a channel to us, by whose end it notices that we are
 * gone. Unless it reads from the terminal it gets a session of its own, so that Ctrl-C reaches it once, through us. One with a `cleaner`
 * is kept up, and says when it has started: ends it after that and nobody has stopped it, it is started again, with growing pauses,
 * and is told why the one before ended: by its own words if it had any. Stopped while it is not there, or before it could stop in
 * order, we run the cleaner: it ends what the last one left for the next.
 */
export function runInForeground(node, parameters, { readsTerminal = false, cleaner = null } = {}) {
  return new Promise((settle) => {
    let child = null
    let isStopping = false
    let hasStarted = false
    let cause = null
    let waiting = null
    const pauseAfter = restartPauses()
    const forward = (signal) => {
      isStopping = true
      if (waiting !== null) cleanUp(128 + constants.signals[signal])
      else if (!(readsTerminal && signal === 'SIGINT')) child.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, forward)
    const stopWatching = watchNpm(() => forward('SIGTERM'))
    const finish = (code) => {
      stopWatching()
      for (const signal of stopSignals) process.off(signal, forward)
      settle(code)
    }
    const cleanUp = (code) => {
      clearTimeout(waiting)
      waiting = null
      child = run([cleaner])
      child.once('close', () => finish(code))
    }
    const run = (own) =>
      spawn(node, ['--disable-warning=ExperimentalWarning', ...own], {
        cwd: projectFolder,
        env: { ...process.env, ...compileCache(), ...(cause !== null && { NAMEPLANE_RESTART_CAUSE: cause }) },
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        detached: process.platform !== 'win32' && !readsTerminal,
      })
    const start = () => {
      const startedAt = Date.now()
      let lastWords = ''
      waiting = null
      child = run(parameters)
      child.on('message', (message) => {
        if (message === 'started') hasStarted = true
        else if (typeof message?.fault === 'string') lastWords = message.fault
      })
      child.once('error', ({ message }) => {
        isStopping = true
        process.stderr.write(`nameplane: ${node} does not start (${message})\n`)
        finish(1)
      })
      // Not `exit`: its last words may still be on their way then.
      child.once('close', (code, signal) => {
        const exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
        if (cleaner === null || !hasStarted || code === 0) return finish(exitCode)
        if (isStopping) return cleanUp(exitCode)
        const end = signal ?? `exit code ${code}`
        cause = lastWords || end
        const pauseMs = pauseAfter(Date.now() - startedAt)
        process.stderr.write(`nameplane: ended by ${end}, starting again in ${pauseMs / 1000} s\n`)
        waiting = setTimeout(start, pauseMs)
      })
    }
    start()
  })
}

/**
 * What module.enableCompileCache() does, but before the first file is read. Beside the code, since whoever may write there could
 * change the code as well; where nothing can be written, Node goes without.
 */
function compileCache() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return {}
  const folder = join(cacheFolder, 'compiled')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, fileAccess.W_OK)
    return { NODE_COMPILE_CACHE: folder }
  } catch {
    return {}
  }
}

/**
 * npm can be ended without a word to us, and a shell that it puts between does not pass a signal on. Only npm is watched: whoever
 * starts us, or npm, may mean us to outlive the terminal.
 */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {}
  const isBehindShell = /^(sh|dash|bash|ash|zsh)$/.test(readIfThere(`/proc/${process.ppid}/comm`)?.trim() ?? '')
  const above = () => [process.ppid, isBehindShell ? parentOf(process.ppid) : 0].join(' ')
  const atStart = above()
  const timer = setInterval(() => {
    if (above() === atStart) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
  return () => clearInterval(timer)
}

/** Where the system tells it cheaply; proc(5): the parent is the second field after the name in brackets. */
function parentOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)
  return stat === null ? 0 : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
