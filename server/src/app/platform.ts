import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { writeAnchor } from '../audit/audit-anchors.ts'
import { followDataKeys, openDataKeys } from '../keys/data-keys.ts'
import { dataFolderNames } from '../data-folder.ts'
import { migrateDb } from '../db/migrate.ts'
import type { Environment } from '../environment.ts'
import type { ServingParts } from '../features/dns/explain/explain.service.ts'
import type { LoggingNodes } from '../features/dns/query-log/node-logs.ts'
import { keepKnownCallers } from '../features/account/session/known-callers.ts'
import { seedMenu } from '../features/account/menu/menu-seed.ts'
import { keepChangeSets } from '../features/dns/change-set/runner.ts'
import { keepWatches } from '../features/dns/change-set/watch-keeper.ts'
import { seedStandardLines } from '../features/dns/line/line.store.ts'
import { seedSettings } from '../settings/setting-rows.ts'
import { readSiteSettings } from '../features/system/site/site.store.ts'
import { keepDashboard } from '../features/home/dashboard/dashboard-upkeep.ts'
import { parseChangelog } from '../features/home/version/changelog.ts'
import { loadConsoleFiles, serveConsoleFiles } from '../http/console-files.ts'
import { serveApiPages } from '../http/openapi.ts'
import { backupJobs } from '../features/system/backup/backup-jobs.ts'
import { startScheduler } from '../features/system/job/start-scheduler.ts'
import { startOutbox } from '../jobs/outbox.ts'
import { migrateJobs, type Log } from '../jobs/worker.ts'
import { emailDelivery } from '../integrations/email/email-delivery.ts'
import { keepCatchingUp } from '../features/dns/reverse-segment/catching-up.ts'
import { keepRollouts } from '../features/dns/vanity-nameserver/nameserver-rollout.ts'
import { followAllPrimaries } from '../features/dns/primary/primary-follower.ts'
import { followAliases } from '../serving/alias/alias-follower.ts'
import { openSegmentTable } from '../serving/lines/segment-table.ts'
import { LinkLost } from '../serving/link/peer.ts'
import { reachable } from '../serving/node/built-in-node.ts'
import { steadyNow, steadyTime } from '../time/steady-time.ts'
import { createApp } from './app.ts'
import type { BegunNode } from './begin-node.ts'
import { lastSeen, watchClock } from './clock-watch.ts'
import { databaseNews, openDatabase, type OpenDatabase } from './database.ts'
import { refuseOnFullDisk } from './full-disk.ts'
import { refuseWeakPassword, renewPrintedPassword, type FirstAdministrator } from './first-password.ts'
import { seedFirstStart } from './first-start.ts'
import { consoleProblem, dnsProblem, tryConsoleAddress } from './listening.ts'
import { executorOfUpdates } from '../features/dns/update-key/dns-update.ts'
import type { NodeKeeper } from './node-keeper.ts'
import { startNode } from './node-start.ts'
import { builtInJobs } from './built-in-jobs.ts'
import { pageValues } from './page-values.ts'
import { openProcessRestarts } from './process-restarts.ts'
import { version } from './version.ts'

export type Platform = {
  readonly firstAdministrator: FirstAdministrator | null
  /** Starts the node anew, without a gap in its answers. */
  replaceNode(): void
  readonly stop: StopPlatform
}
/** `leavesNode`: the node serves on, for the platform that is started next. */
export type StopPlatform = (leavesNode?: boolean) => Promise<void>

const projectFolder = new URL('../../../', import.meta.url)

const changelog = parseChangelog(readFileSync(new URL('CHANGELOG.md', projectFolder), 'utf8'))
const startedAt = new Date()

export type PlatformOptions = {
  /** Serves what it has while the rest starts; null: none is wanted. It is ended with the platform; when the start fails, by the caller. */
  node: BegunNode | null
  /** How the process ended in whose place this one was started. */
  restartCause: string | null
  consoleFolder: string
  progress: (line: string) => void
  log: Log
  lost: (reason: string) => void
}

/**
 * Starts everything in the order it depends on each other and undoes what was begun when a step fails, so that nothing
 * is half started.
 */
export async function startPlatform(environment: Environment, options: PlatformOptions): Promise<Platform> {
  const { progress, log } = options
  const restarts = openProcessRestarts(environment.dataFolder, log)
  if (options.restartCause !== null) restarts.note('platform', options.restartCause)
  const undo: StopPlatform[] = []
  const stop: StopPlatform = async (leavesNode) => {
    for (let step = undo.pop(); step; step = undo.pop())
      await step(leavesNode).catch((error: unknown) => log({ level: 'warn', event: 'stopping', error: String(error) }))
  }
  try {
    const keeper = options.node?.keeper ?? null
    await tryConsoleAddress(environment)
    if (isFirstStart(environment)) refuseWeakPassword(environment, loginRules.value.parse({}).passwordMinimum)
    const { db, pool, isAdopted, stop: stopDatabase } = await openDatabaseAtLast(environment, options, (cause) => restarts.note('database', cause))
    undo.push(stopDatabase)
    if (isAdopted) progress(secondServer(environment))
    const migrated = await migrateDb(db)
    if (migrated.length > 0) progress(`database updated to ${migrated.at(-1)}`)
    await migrateJobs(pool)
    await openDataKeys(db, environment)
    const keys = await followDataKeys(db, pool, environment, (error) => log({ level: 'error', event: 'data keys cannot be read', error: String(error) }))
    undo.push(() => keys.stop())
    await seedStandardLines(db)
    await seedMenu(db)
    await seedSettings(db)
    const { adminPassword: password, adminToken: token, dataFolder } = environment
    const made = await seedFirstStart(db, { password, token, dataFolder })
    // The one that the first server has printed stays.
    const firstAdministrator = made ?? (isAdopted ? null : await renewPrintedPassword(db, dataFolder))
    await writeAnchor(db, join(environment.dataFolder, dataFolderNames.auditAnchors), new Date())
    steadyTime.continueFrom(await lastSeen(db))
    undo.push(watchClock(log))
    const segments = openSegmentTable(join(environment.dataFolder, 'lines.segments'), (reason) => progress(`building the line table: ${reason}`))

    const explainingNode = (): ReturnType<ServingParts['node']> => {
      const current = keeper?.current()
      if (!current) return null
      const { dnsHost, dnsPort } = environment
      return { name: `${dnsHost}:${dnsPort}`, host: reachable(dnsHost), port: dnsPort, explain: (question) => current.remote.explain(question) }
    }
    const serving: ServingParts = { lines: segments, node: explainingNode }
    const queryLogs: LoggingNodes = () => {
      const current = keeper?.current()
      return current ? [{ nodeId: current.running.nodeId, queryLog: (question) => current.remote.queryLog(question) }] : []
    }
    const mayWrite = environment.databaseUrl === null ? refuseOnFullDisk(environment.dataFolder) : undefined
    const health = { database: true, jobs: false, node: environment.dnsPort === 0 }
    const home = {
      version,
      startedAt,
      changelog,
      segments,
      databaseKind: environment.databaseUrl === null ? ('embedded' as const) : ('external' as const),
      hasBuiltInNode: environment.dnsPort !== 0,
      dataFolder: environment.dataFolder,
      installFolder: resolve(fileURLToPath(projectFolder)),
      restarts: restarts.read,
      now: () => new Date(),
    }
    const callers = keepKnownCallers(pool, (error) => log({ level: 'warn', event: 'changes of access not heard', error: String(error) }))
    undo.push(callers.stop)
    const app = await createApp({
      authenticate: callers.authenticate,
      db,
      pool,
      mode: environment.mode,
      home,
      steadyNow,
      serving,
      queryLogs,
      askNode: async (question) => keeper?.current()?.remote.transferStates(question).catch(nullIfLost) ?? null,
      trustedProxies: [...environment.trustedProxies],
      log,
      ...(mayWrite && { mayWrite }),
    })
    serveApiPages(app, version)
    serveConsoleFiles(app, await loadConsoleFiles(options.consoleFolder, environment.apiRoot), {
      pageValues: () => pageValues(db, environment.mode),
      userDir: async () => (await readSiteSettings(db)).userDir,
    })
    const healthz = async (_request: FastifyRequest, reply: FastifyReply) => {
      health.database = await db
        .selectFrom('account')
        .select('id')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        )
      if (keeper) health.node = await isServing(keeper)
      const isUp = health.database && health.jobs && health.node
      return reply
        .code(isUp ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(health)
    }
    app.route({ method: ['GET', 'HEAD'], url: '/healthz', handler: healthz })
    undo.push(() => app.close())
    await listen(app, environment.host, environment.port)

    if (keeper) {
      await keeper
        .connect(
          (driver, restartCause) =>
            startNode({
              db,
              pool,
              driver,
              restartCause,
              address: environment.dnsHost,
              port: environment.dnsPort,
              version,
              // The number in the data folder is that of the first server's node.
              idFile: isAdopted ? null : join(environment.dataFolder, dataFolderNames.nodeId),
              isDatabaseShared: isAdopted || environment.databaseUrl !== null,
              isAddressOwn: environment.databaseUrl === null,
              log,
            }),
          executorOfUpdates({ db, now: steadyNow, mayWrite: mayWrite && (() => mayWrite('record.apply')), log }),
        )
        .catch((error: unknown) => {
          throw dnsProblem(error, environment)
        })
      undo.push(keeper.stop)
    }
    const scheduler = await startScheduler({ db, pool, works: [...builtInJobs(db, environment.dataFolder), ...backupJobs(db, pool, home)], log })
    undo.push(() => scheduler.stop())
    const outbox = await startOutbox(pool, [emailDelivery(db)], log)
    undo.push(() => outbox.stop())
    undo.push(keepChangeSets(db, log).stop)
    undo.push(keepWatches(db, log).stop)
    undo.push(keepRollouts(db, log).stop)
    undo.push(keepCatchingUp(db, log).stop)
    const aliases = followAliases({ db, pool, log })
    undo.push(() => aliases.stop())
    const primaries = followAllPrimaries({ db, pool, log })
    undo.push(() => primaries.stop())
    undo.push(keepDashboard(db, home.now, (error) => log({ level: 'warn', event: 'figures of the dashboard not read', error: String(error) })).stop)
    health.jobs = true
    return { firstAdministrator, replaceNode: () => keeper?.replace(), stop }
  } catch (error) {
    await stop(options.restartCause !== null)
    throw error
  }
}

/** Whether there is no database yet, as far as can be told without one. */
function isFirstStart({ databaseUrl, dataFolder }: Environment): boolean {
  return databaseUrl === null && !existsSync(join(dataFolder, dataFolderNames.database))
}

function secondServer({ dataFolder, dnsPort }: Environment): string {
  const node = dnsPort === 0 ? '' : ' Its node is a further one.'
  return `Second server on ${dataFolder}: it uses the database of the server that is running there, and ends with it.${node}`
}

/** Where a node serves meanwhile, a database that cannot be had is waited for. */
async function openDatabaseAtLast(
  environment: Environment,
  { progress, log, lost, node }: PlatformOptions,
  restarted: (cause: string) => void,
): Promise<OpenDatabase> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await openDatabase(environment, { progress, ...databaseNews(log, restarted), lost }, true)
    } catch (error) {
      if (!node?.isServing) throw error
      const pauseMs = Math.min(500 * 2 ** tries, 10_000)
      log({ level: 'error', event: 'database cannot be opened, trying again', error: error instanceof Error ? error.message : String(error), pauseMs })
      await pause(pauseMs)
    }
  }
}

/** A node that has just gone knows nothing. */
function nullIfLost(error: unknown): null {
  if (error instanceof LinkLost) return null
  throw error
}

async function isServing(keeper: NodeKeeper): Promise<boolean> {
  const node = keeper.current()
  if (!node?.running.isLoaded()) return false
  return node.remote.health().then(
    ({ state }) => state === 'up',
    () => false,
  )
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw consoleProblem(error, { host, port })
  }
}
