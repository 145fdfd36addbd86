import { Readable } from 'node:stream'
import { PowerdnsFields, PowerdnsPatch, powerdnsRoot, PowerdnsZone } from '@nameplane/contract/dns/powerdns-api'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { Problem } from '../../../problem.ts'
import type { ForeignAnswer, ForeignCall, ForeignRoute } from '../../../http/foreign-api.ts'
import { createZone, deleteZone, exportZone, listZones, patchZone, putZone, showZone } from './powerdns-api.service.ts'
import { serverName, serverObject } from './zone-text.ts'

const json = (body: string | Readable, status = 200): ForeignAnswer => ({ status, contentType: 'application/json', body })
const done: ForeignAnswer = { status: 204, contentType: 'application/json', body: null }

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const isFalse = (value: unknown): boolean => value === 'false' || value === '0'

/** Below the one server that there is. */
function ofServer(path: string, route: Omit<ForeignRoute, 'url'>): ForeignRoute {
  return {
    ...route,
    url: `${powerdnsRoot}/:server${path}`,
    answer: async (call) => {
      if (call.params['server'] !== serverName) throw new Problem('not_found', { status: 404 })
      return route.answer(call)
    },
  }
}

/** What this API has not: said in its own way, and to callers with a token alone. */
function notHere(method: ForeignRoute['method']): ForeignRoute {
  return {
    method,
    url: '/api/v1/*',
    standsFor: null,
    answer: async () => {
      throw new Problem('not_found', { status: 404 })
    },
  }
}

const zoneOf = ({ params }: ForeignCall): string => params['zone']!

/** The API of PowerDNS, as far as this platform does the same (docs/how-to/other-software.md). */
export const powerdnsRoutes: ForeignRoute[] = [
  { method: 'GET', url: '/api', standsFor: null, answer: async () => json(JSON.stringify([{ url: '/api/v1', version: 1 }])) },
  { method: 'GET', url: powerdnsRoot, standsFor: null, answer: async () => json(JSON.stringify([serverObject])) },
  ofServer('', { method: 'GET', standsFor: null, answer: async () => json(JSON.stringify(serverObject)) }),
  ofServer('/zones', {
    method: 'GET',
    standsFor: domain.list,
    answer: async ({ db, actor, query }) => json(Readable.from(listZones(db, actor.accessScope, textOf(query['zone'])))),
  }),
  ofServer('/zones', {
    method: 'POST',
    standsFor: domain.save,
    answer: async ({ db, actor, read }) => json(await createZone(db, actor, await read(PowerdnsZone)), 201),
  }),
  ofServer('/zones/:zone', {
    method: 'GET',
    standsFor: record.list,
    answer: async (call) => {
      const asked = isFalse(call.query['rrsets']) ? null : { name: textOf(call.query['rrset_name']), type: textOf(call.query['rrset_type']) }
      return json(await showZone(call.db, call.actor.accessScope, zoneOf(call), asked))
    },
  }),
  ofServer('/zones/:zone', {
    method: 'PATCH',
    standsFor: record.apply,
    answer: async (call) => (await patchZone(call.db, call.actor, zoneOf(call), (await call.read(PowerdnsPatch)).rrsets), done),
  }),
  ofServer('/zones/:zone', {
    method: 'PUT',
    standsFor: domain.update,
    answer: async (call) => (await putZone(call.db, call.actor, zoneOf(call), await call.read(PowerdnsFields)), done),
  }),
  ofServer('/zones/:zone', { method: 'DELETE', standsFor: domain.delete, answer: async (call) => (await deleteZone(call.db, call.actor, zoneOf(call)), done) }),
  ofServer('/zones/:zone/export', {
    method: 'GET',
    standsFor: record.export,
    answer: async (call) => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: await exportZone(call.db, call.actor.accessScope, zoneOf(call)) }),
  }),
  ofServer('/zones/:zone/cryptokeys', {
    method: 'GET',
    standsFor: record.list,
    // No zone is signed. DNSControl asks this of every zone.
    answer: async (call) => (await showZone(call.db, call.actor.accessScope, zoneOf(call), null), json('[]')),
  }),
  ofServer('/zones/:zone/notify', {
    method: 'PUT',
    standsFor: record.publication,
    answer: async (call) => {
      await showZone(call.db, call.actor.accessScope, zoneOf(call), null)
      return json(JSON.stringify({ result: 'No notification needed: every change is on its way to the nodes when it is saved' }))
    },
  }),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(notHere),
]
