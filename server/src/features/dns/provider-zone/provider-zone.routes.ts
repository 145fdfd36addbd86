import { providerZone } from '@nameplane/contract/dns/provider-zone'
import { route, type Route } from '../../../http/call.ts'
import { readZoneElsewhere } from './provider-zone.service.ts'

export const providerZoneRoutes: Route[] = [route(providerZone.read, async ({ db, actor, input }) => ({ data: await readZoneElsewhere(db, actor, input) }))]
