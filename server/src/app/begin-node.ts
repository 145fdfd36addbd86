import type { Environment } from '../environment.ts'
import type { Log } from '../jobs/worker.ts'
import { dnsProblem } from './listening.ts'
import { keepNode, type NodeKeeper } from './node-keeper.ts'
import { hasKeptZones, nodePlaceOf } from './node-place.ts'

export type BegunNode = {
  readonly keeper: NodeKeeper
  /** Whether it answers for its zones from the start, as it has kept them. */
  readonly isServing: boolean
}

/**
 * Begins the node. Loads nothing of the platform, whose modules take longer to read than the node needs to answer from what it has kept.
 * @param isOwn false when somebody else starts its process
 * @returns null when none is wanted
 * @throws ListenProblem
 */
export async function beginNode(environment: Environment, isOwn: boolean, log: Log): Promise<BegunNode | null> {
  if (environment.dnsPort === 0) return null
  const place = nodePlaceOf(environment)
  const isServing = hasKeptZones(place)
  const keeper = await keepNode(place, isOwn, log).catch((error: unknown) => {
    throw dnsProblem(error, environment)
  })
  return { keeper, isServing }
}
