import { sidePortLines } from './app/listening.ts'
import { nodePlaceOf, type NodePlace } from './app/node-place.ts'
import { startNodeProcess, type NodeProcess } from './app/node-process.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { readNodeEnvironment } from './environment.ts'
import { complain, log, logFatal, say } from './process-log.ts'

let node: NodeProcess | null = null
let isStopping = false

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await node?.stop()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    logFatal('node fault', error)
    process.exit(1)
  })
}

try {
  const [given] = process.argv.slice(2)
  const place = given === undefined ? nodePlaceOf(readNodeEnvironment(process.env)) : (JSON.parse(given) as NodePlace)
  node = await startNodeProcess(place, given !== undefined, log, () => void stop())
  if (given === undefined) {
    say(`DNS      ${place.host} port ${place.port}, UDP and TCP`)
    for (const line of sidePortLines(place)) say(line)
  }
} catch (error) {
  if (error instanceof EnvironmentProblem) complain(error.message)
  else logFatal('start failed', error)
  process.exit(1)
}
