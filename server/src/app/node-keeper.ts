import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../jobs/worker.ts'
import { isListenedOn, LinkTaken, startControlEnd, type ConnectedNode, type ControlEnd } from '../serving/link/control-end.ts'
import type { RemoteNode } from '../serving/link/remote-node.ts'
import type { AskUpdate } from '../serving/update/updates.ts'
import { tryToListen } from '../serving/node/built-in-node.ts'
import { causeInLine, complain } from '../process-log.ts'
import { restartPauses } from '../restart-pauses.mjs'
import { trySidePorts } from './listening.ts'
import type { NodePlace } from './node-place.ts'
import type { RunningNode } from './node-start.ts'
import { version } from './version.ts'

/** Begins the work with a process of the node; `cause` says why the one before ended, if it did. */
export type Start = (node: RemoteNode, cause: string) => Promise<RunningNode>

export type NodeKeeper = {
  /** The node that is connected; null while there is none. */
  current(): { readonly remote: RemoteNode; readonly running: RunningNode } | null
  /** Lets the node connect: with many zones it may be some time until it has loaded them. */
  connect(start: Start, executeUpdate: AskUpdate): Promise<void>
  /** Starts a new process, which takes over without a gap once it has all zones. */
  replace(): void
  /** Ends what was started with the node, and the node, unless it is to serve on until another control plane comes. */
  stop(leavesNode?: boolean): Promise<void>
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A running process that was left behind connects within this time, or is of no use. */
const adoptionMs = 10_000
const retryMs = 1_000

type Current = { readonly remote: RemoteNode; readonly running: RunningNode; readonly pid: number }
type Predecessor = { readonly remote: RemoteNode; readonly running: RunningNode | null }

/**
 * Keeps a node process running beside the control plane: takes on one that still runs, else starts one, and starts it again
 * when it ends. It does not end with us: it answers while nobody else is there.
 * @param isSpawned false when somebody else starts it
 * @throws what listening throws, when the address cannot be had
 */
export async function keepNode(place: NodePlace, isSpawned: boolean, log: Log): Promise<NodeKeeper> {
  let isStopped = false
  /** Another platform was faster. */
  let isTaken = false
  const children = new Map<number, ChildProcess>()
  /** The process that is to serve; null while none has been found or started. */
  let wanted: number | null = null
  let current: Current | null = null
  /** Serves on until the one in its place has all zones. */
  let predecessor: Predecessor | null = null
  /** Answers the TCP connections it has, while the one in its place has all others. */
  let leaving: Predecessor | null = null
  let end: ControlEnd | null = null
  let start: Start | null = null
  let cause = ''
  const pauseAfter = restartPauses()
  /** Work with one process begins after that with the one before has ended. */
  let changing: Promise<unknown> = Promise.resolve()

  // The node of another platform that runs is not ours to take on.
  if (await isListenedOn(place.linkPath)) throw addressInUse()
  const left = isSpawned ? runningPid(place) : null
  if (isSpawned && left === null) {
    await tryToListen(place.host, place.port)
    await trySidePorts(place)
    launch()
  }

  function launch(): void {
    const startedAt = Date.now()
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, JSON.stringify(place)], {
      env: environmentOfNode(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C in a terminal reaches it through us.
      detached: true,
    })
    let lastWords: string | null = null
    createInterface({ input: child.stdout }).on('line', complain)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastWords = causeInLine(line) ?? lastWords
      complain(line)
    })
    child.once('error', (error) => log({ level: 'error', event: 'node cannot be started', error: error.message }))
    if (child.pid === undefined) return
    const { pid } = child
    children.set(pid, child)
    wanted = pid
    // Not `exit`: its last words may still be on their way then.
    child.once('close', (code, signal) => {
      children.delete(pid)
      if (!isStopped && wanted === pid) relaunch(lastWords ?? signal ?? `exit code ${code}`, Date.now() - startedAt)
    })
  }

  function relaunch(reason: string, livedMs: number): void {
    wanted = null
    cause = reason
    const pauseMs = pauseAfter(livedMs)
    log({ level: 'error', event: 'node ended, restarting', cause, pauseMs })
    setTimeout(() => !isStopped && wanted === null && launch(), pauseMs)
  }

  function take({ node: remote, hello, closed }: ConnectedNode): void {
    if (isStopped) return
    if (isSpawned && wanted === null) {
      // One of another release serves on while a new one starts.
      if (hello.version === version) wanted = hello.pid
      else launch()
    }
    if (isSpawned && wanted !== hello.pid) {
      predecessor ??= { remote, running: null }
      return
    }
    changing = changing
      .then(() => workWith(remote, hello.pid, closed))
      .catch((error: unknown) => log({ level: 'error', event: 'node cannot be used', error: String(error) }))
  }

  async function workWith(remote: RemoteNode, pid: number, closed: Promise<void>): Promise<void> {
    if (current !== null) {
      await current.running.quiet()
      predecessor ??= current
    }
    // One of another release that was not worked with may write what it is told to the same disk.
    if (predecessor !== null && predecessor.running !== null) remote.takePlaceOf(predecessor.remote)
    const running = await begunWith(remote, closed)
    if (running === null) return
    cause = ''
    const mine = { remote, running, pid }
    current = mine
    void running.loaded.then(letPredecessorGo, () => undefined)
    void closed.then(() => {
      changing = changing.then(() => lose(mine))
    })
  }

  /** A database that is started again with the node may not answer yet. Null when the node has gone, or we are to stop. */
  async function begunWith(remote: RemoteNode, closed: Promise<void>): Promise<RunningNode | null> {
    let isGone = false
    void closed.then(() => (isGone = true))
    while (!isGone && !isStopped) {
      try {
        return await start!(remote, cause)
      } catch (error) {
        log({ level: 'error', event: 'node cannot be used, trying again', error: String(error) })
        await Promise.race([closed, pause(retryMs, undefined, { ref: false })])
      }
    }
    return null
  }

  async function letPredecessorGo(): Promise<void> {
    const gone = predecessor
    predecessor = null
    if (gone === null) return
    await endLeaving()
    leaving = gone
    await gone.remote.leave()
    if (leaving === gone) await endLeaving()
  }

  /** Also before its connections have ended. */
  async function endLeaving(): Promise<void> {
    const ending = leaving
    leaving = null
    await ending?.running?.rollUp()
    await ending?.remote.end()
  }

  async function lose(lost: Current): Promise<void> {
    if (current !== lost) return
    current = null
    await lost.running.stop()
    if (!isSpawned || children.has(lost.pid) || wanted !== lost.pid) return
    // For one that is no child of ours nobody else tells us whether it has ended.
    if (runningPid(place) !== null) await pause(adoptionMs, undefined, { ref: false })
    if (isStopped || current !== null || wanted !== lost.pid) return
    kill(lost.pid, 'SIGKILL')
    relaunch('lost', Infinity)
  }

  return {
    current: () => current,
    async connect(startWith, executeUpdate) {
      start = startWith
      end = await startControlEnd(place.linkPath, take, executeUpdate).catch((error: unknown) => {
        isTaken = error instanceof LinkTaken
        throw isTaken ? addressInUse() : error
      })
      if (left === null) return
      setTimeout(() => {
        if (isStopped || wanted !== null) return
        kill(left, 'SIGKILL')
        launch()
      }, adoptionMs)
    },
    replace() {
      if (!isSpawned || predecessor !== null || current === null || isStopped) return
      // There are never more than two.
      void endLeaving().then(() => !isStopped && launch())
    },
    async stop(leavesNode = false) {
      isStopped = true
      await changing
      const last = current
      current = null
      await last?.running.stop()
      if (!leavesNode && isSpawned) {
        await endLeaving()
        await predecessor?.remote.end()
        await last?.remote.end()
        for (const child of children.values()) await ended(child)
        // One that was left behind and has not connected yet.
        if (!isTaken) await endLeftNode(place)
      }
      await end?.stop()
    },
  }
}

/** Ends a node that serves on while there is no control plane. */
export async function endLeftNode(place: NodePlace): Promise<void> {
  const killedAt = performance.now() + 5_000
  for (let pid = runningPid(place); pid !== null; pid = runningPid(place)) {
    kill(pid, performance.now() < killedAt ? 'SIGTERM' : 'SIGKILL')
    await pause(25)
  }
}

function addressInUse(): Error {
  return Object.assign(new Error('another platform runs there'), { code: 'EADDRINUSE' })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGTERM')
  const isGone = await Promise.race([gone.then(() => true), pause(5_000, false, { ref: false })])
  if (!isGone) child.kill('SIGKILL')
  await gone
}

/** It is told no more than it needs: it faces strangers. */
function environmentOfNode(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS']
  const given = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return { ...Object.fromEntries(given), NAMEPLANE_ROLE: 'node' }
}

/** The process that serves there, left behind by another control plane; null when there is none. */
function runningPid({ folder }: NodePlace): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8').trim())
    if (!Number.isSafeInteger(pid) || pid <= 1) return null
    process.kill(pid, 0)
    // Where the system tells it: another program may have its number by now.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : null
  } catch {
    return null
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
