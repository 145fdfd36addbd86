import { providerZone } from '@nameplane/contract/dns/provider-zone'
import { route, type Route } from '../../../http/call.ts'
import { readZoneElsewhere } from './provider-zone.service.ts'
import { readTransferredZone } from './zone-transfer.service.ts'

export const providerZoneRoutes: Route[] = [
  route(providerZone.read, async ({ db, actor, input }) => ({ data: await readZoneElsewhere(db, actor, input) })),
  route(providerZone.transfer, async ({ db, actor, input }) => ({ data: await readTransferredZone(db, actor, input) })),
]
