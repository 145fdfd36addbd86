import type { Endpoint } from './endpoint.ts'
import { manifests } from './manifests.ts'

/** All calls of the API with the noun and verb they stand under: server, API page and sweeps walk this list. */
export const endpoints: readonly { noun: string; verb: string; endpoint: Endpoint }[] = manifests.flatMap(({ name, calls }) =>
  Object.entries(calls).map(([verb, call]) => ({ noun: name, verb, endpoint: call })),
)
