import { randomBytes } from 'node:crypto'
import { comparedServers, comparedSets, type domainComparison as calls } from '@nameplane/contract/dns/domain-comparison'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { parseAddress } from '@nameplane/dns-text/addresses'
import { absoluteName } from '@nameplane/dns-text/names'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { explainerOf, type ServingParts } from '../explain/explain.service.ts'
import { fitResolvers, resolversOf } from '../nameserver-check/delegation.ts'
import { ourAnswer, shownValues, stateOf, worstState } from './comparison.ts'
import { listAskedSets, type DomainNames } from './domain-comparison.store.ts'
import { askAll, findServers } from './previous-server.ts'

/** Of no line: a client for documentation (RFC 5737). */
const client = parseAddress('192.0.2.1')
/** What is shown of an answer; it is compared whole. */
const shown = { values: 50, characters: 2_000 }

/** The name servers that resolvers see, without ours. */
export async function findDelegation(db: Db, { name, nameservers }: DomainNames): Promise<Answered<typeof calls.servers>['data']> {
  const resolvers = await fitResolvers(resolversOf((await readSettingOrDefault(db, nsCheck)).resolvers))
  const said = await Promise.all(resolvers.map((resolver) => resolver.ask(name)))
  const found = new Set(said.flatMap((delegation) => (delegation.kind === 'names' ? delegation.names : [])))
  const ours = new Set(nameservers.map((one) => one.toLowerCase().replace(/\.$/, '')))
  return {
    servers: [...found].filter((one) => !ours.has(one)).slice(0, comparedServers),
    isKnown: said.some(({ kind }) => kind !== 'unknown'),
    isOurs: [...found].some((one) => ours.has(one)),
  }
}

/** Asks other name servers for a page of the record sets of a domain, and compares what they say with our answers. Nothing of it is kept. */
export async function compareSets(
  db: Db,
  accessScope: AccessScope,
  serving: ServingParts,
  sent: Received<typeof calls.compare>,
): Promise<Answered<typeof calls.compare>['data']> {
  const { name: zone, explain } = await explainerOf(db, accessScope, serving, sent.domainId)
  const servers = await findServers(sent.servers)
  const { list: sets, total } = await listAskedSets(db, sent.domainId, { offset: (sent.page - 1) * comparedSets, limit: comparedSets })
  const label = `compare-${randomBytes(6).toString('hex')}`
  // A wildcard is no name that clients ask for.
  const asked = sets.map((set) => ({ ...set, name: absoluteName(set.host.replace(/^\*(?=\.|$)/, label), `${zone}.`) }))
  const answers = await Promise.all(servers.map((server) => askAll(server, asked, zone)))
  const list = []
  for (const [at, { host, type, name }] of asked.entries()) {
    const question = { name, type }
    const prefixLength = client.bytes.length * 8
    const ours = ourAnswer(await explain({ ...question, clientAddress: client.bytes, prefixLength }), question)
    const theirs = servers.map(({ text: server }, index) => {
      const answer = answers[index]![at]!
      const state = stateOf(ours, answer)
      if (answer.kind === 'failed') return { server, state, values: [], ttlSeconds: null, failure: answer.failure, code: answer.code }
      const values = shownValues(answer.values, question)
      const some = values.slice(0, shown.values).map((value) => value.slice(0, shown.characters))
      return { server, state, values: some, ttlSeconds: answer.ttlSeconds, failure: null, code: '' }
    })
    list.push({
      ...{ host, type, name, state: worstState(theirs.map(({ state }) => state)) },
      ...{ ours: { values: shownValues(ours.values, question), ttlSeconds: ours.ttlSeconds }, theirs },
    })
  }
  return { list, total }
}
