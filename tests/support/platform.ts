import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { pathParameters, type Endpoint, type Reply, type Sent } from '@nameplane/contract/endpoint'
import { isSuccess } from '@nameplane/contract/envelope'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { copyTemplate, hasTemplates } from './platform-templates.ts'
import { newQuickFolder } from './quick-folder.ts'
import { freePorts } from './free-port.ts'
import { giveLineTable, ownVariables, startServer, type ServerProcess, type Variables } from './server-process.ts'

export const adminName = 'admin'
export const adminPassword = 'admin-pass-1'

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
export const adminToken = `journeys_${'t'.repeat(40)}`

/** Headers that say who calls. */
export type Caller = Readonly<Record<string, string>>

/** A whole platform as an operator runs it: a server process with a data folder, a database and ports of its own. */
export type RunningPlatform = {
  /** Where the console is, with a final slash. */
  readonly url: string
  readonly dnsPort: number
  readonly server: ServerProcess
  /** The platform's own database, to look at what was stored and to make happen what only time would. */
  readonly db: Db
  /** Calls an endpoint as the first administrator with an API token, or as these headers say. @throws with what the server said when it refuses */
  call<E extends Endpoint>(endpoint: E, input: Sent<E>, caller?: Caller): Promise<Reply<E>>
  /** Runs the operator's command line beside the server. */
  cli(...words: string[]): Promise<string>
  /** Kills the server as a power cut does and starts it again; `meanwhile` happens in between. */
  killAndStart(meanwhile?: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

export type PlatformOptions = {
  /** `printed`: the server makes one and prints it. */
  readonly password?: 'given' | 'printed'
  /** When the sign-in form asks for a captcha; `null` leaves the product's own rule. */
  readonly captcha?: 'never' | null
  /** Further variables of the environment. */
  readonly variables?: Variables
  /** The world that `npm run seed` makes of it before it starts. */
  readonly world?: 'demo'
  /** Nobody looks at the console: it need not be built. */
  readonly isUnseen?: boolean
  /** What starts the server; the server itself when absent. */
  readonly program?: string
  /** Works on the data folder before the server starts: seeds of the test's own, or what the operator's command line does. */
  readonly prepare?: (variables: Variables, cli: RunningPlatform['cli']) => Promise<unknown>
}

/**
 * Starts a platform: from a copy of one that was started before, unless it is the very first start that makes it what it is.
 * @example const platform = await startPlatform(); afterAll(() => platform.stop())
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  if (!options.isUnseen && !existsSync(join(projectFolder, 'console', 'dist', 'index.html')))
    throw new Error('the console is not built; npm test builds it, and so does "npx vite build" in console/')
  const dataFolder = newQuickFolder('platform')
  const remove = (): void => rmSync(dataFolder, { recursive: true, force: true })
  const { world, password, captcha, variables } = options
  const isCopy = hasTemplates() && password !== 'printed' && captcha !== null && variables?.['NAMEPLANE_MASTER_KEY'] === undefined
  try {
    if (isCopy) await copyTemplate(world ?? 'first-start', dataFolder, makeTemplate)
    return await startIn(dataFolder, options, !isCopy, remove)
  } catch (cause) {
    remove()
    throw cause
  }

  async function makeTemplate(folder: string): Promise<void> {
    const platform = await startIn(folder, world ? { world } : {}, true)
    await platform.stop()
  }
}

/** @param isFirst whether to do all that belongs to a first start */
async function startIn(
  dataFolder: string,
  { world, password = 'given', captcha = 'never', variables: further = {}, program, prepare }: PlatformOptions,
  isFirst: boolean,
  afterwards: () => void = () => {},
): Promise<RunningPlatform> {
  if (isFirst) giveLineTable(dataFolder)
  const { port, dnsPort } = await freePorts()
  const variables: Variables = {
    NAMEPLANE_DATA: dataFolder,
    NAMEPLANE_PORT: String(port),
    NAMEPLANE_DNS_PORT: String(dnsPort),
    NAMEPLANE_ADMIN_TOKEN: adminToken,
    ...(password === 'given' ? { NAMEPLANE_ADMIN_PASSWORD: adminPassword } : {}),
    ...further,
  }
  const undo: (() => Promise<unknown> | void)[] = [afterwards]
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  const runProgram = async (file: string, words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { cwd: projectFolder, env: { ...ownVariables(), ...variables } })
    return stdout
  }
  const cli = (...words: string[]): Promise<string> => runProgram('server/src/cli.ts', words)
  try {
    if (isFirst && world !== undefined) await runProgram('server/src/seed.ts', [world])
    await prepare?.(variables, cli)
    let server = startServer(variables, 'pipe', program)
    undo.push(async () => {
      server.signal('SIGTERM')
      await server.ended
    })
    await server.ready()
    const { db, close } = await openBeside(dataFolder)
    undo.push(close)
    if (isFirst && captcha === 'never') await cli('login-rules', 'set', 'captcha', 'never')
    const url = `http://127.0.0.1:${port}/`
    return {
      url,
      dnsPort,
      get server() {
        return server
      },
      db,
      cli,
      async killAndStart(meanwhile) {
        server.signal('SIGKILL')
        await server.ended
        await meanwhile?.()
        server = startServer(variables, 'pipe', program)
        await server.ready()
      },
      stop,
      call: (endpoint, input, caller = { authorization: `Bearer ${adminToken}` }) => callOver(url, endpoint, input, caller),
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** The database of the running server, shared with it. */
async function openBeside(dataFolder: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const embedded = await startEmbeddedDatabase({ dataFolder })
  const pool: Pool = openPool({ connectionString: embedded.connectionString })
  // The server may be stopped first; what the pool then loses, nobody waits for.
  pool.on('error', () => undefined)
  const db = openDb(pool)
  return {
    db,
    async close() {
      await db.destroy()
      await embedded.stop()
    },
  }
}

async function callOver<E extends Endpoint>(url: string, endpoint: E, input: Sent<E>, caller: Caller): Promise<Reply<E>> {
  const sent = { ...(input as Record<string, unknown>) }
  let path = endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(sent[name])))
    delete sent[name]
  }
  const isGet = endpoint.method === 'GET'
  const query = isGet ? new URLSearchParams(Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)])).toString() : ''
  const answer = await fetch(`${url}api/${path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers: { ...caller, 'accept-language': 'en', ...(isGet ? {} : { 'content-type': 'application/json' }) },
    ...(isGet ? {} : { body: JSON.stringify(sent) }),
  })
  const body = (await answer.json()) as Record<string, unknown>
  if (!isSuccess(body['code'])) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`)
  return body as Reply<E>
}
