import { endLeftNode } from './app/node-keeper.ts'
import { nodePlaceOf } from './app/node-place.ts'
import { readEnvironment, readRole } from './environment.ts'

// Run by the starter when it is stopped while no platform runs: the last one may have left its node behind, for the next.
const environment = readEnvironment(process.env)
if (environment.dnsPort !== 0 && readRole(process.env) === '') await endLeftNode(nodePlaceOf(environment))
