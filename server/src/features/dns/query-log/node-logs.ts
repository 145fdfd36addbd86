import type { queryLog as calls } from '@nameplane/contract/dns/query-log'
import type { Answered } from '@nameplane/contract/endpoint'
import { parseAddress } from '@nameplane/dns-text/addresses'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { parseTypeName } from '@nameplane/dns-text/record-types'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import type { LogFilter, LoggedQuery, LogQuestion, NodeLog } from '../../../serving/node/driver.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'

/** Nodes whose memory this process can read. */
export type LoggingNodes = () => readonly { readonly nodeId: number; readonly queryLog: (question: LogQuestion) => Promise<NodeLog> }[]

export type LogDomain = { readonly id: number; readonly name: string }
type Node = { readonly id: number; readonly name: string }
type Place = { readonly run: string; readonly upTo: number }
export type ReadNode = { readonly node: Node; readonly log: NodeLog | null; readonly before: Place | null }

/** A node that is busy with the question of another reader, or gone, is waited for so long. */
const patienceMs = 5_000

/** @throws domain_missing when it is beyond reach, too */
export async function domainOfLog(db: Db, accessScope: AccessScope, id: number): Promise<LogDomain> {
  const found = await db.selectFrom('domain').select(['id', 'name']).where('id', '=', id).where(domainWithin(accessScope)).executeTakeFirst()
  if (!found) throw new Problem('domain_missing')
  return found
}

export type SentFilter = {
  name?: string | undefined
  type?: string | undefined
  rcode?: string | undefined
  line?: string | undefined
  client?: string | undefined
}

/** What a node looks for. */
export function filterOf(domain: LogDomain, { name, type, rcode, line, client }: SentFilter): LogFilter {
  return {
    ...{ domainId: domain.id, zone: domain.name, line },
    name: name === '' ? undefined : name,
    type: type === undefined || type === '' ? undefined : typeNumber(type),
    rcode: rcode === undefined ? undefined : codes.find((code) => rcodeName(code) === rcode),
    network: client === undefined ? undefined : networkOf(client),
  }
}

const codes = Array.from({ length: 32 }, (_, code) => code)

function typeNumber(type: string): number {
  try {
    return parseTypeName(type)
  } catch (error) {
    if (!(error instanceof DnsTextError)) throw error
    throw new Problem('invalid_value', { fields: { type: 'invalid_value' } })
  }
}

function networkOf(client: string): LogFilter['network'] {
  const [address = '', length] = client.split('/')
  const { bytes } = parseAddress(address)
  return { address: [...bytes], prefixLength: length === undefined ? bytes.length * 8 : Number(length) }
}

/** Reads the logs of nodes, of each one after the other: however many readers there are, a node works for one. */
export class NodeLogs {
  readonly #nodes: LoggingNodes
  readonly #turns = new Map<number, Promise<unknown>>()

  constructor(nodes: LoggingNodes) {
    this.#nodes = nodes
  }

  /** Of every node that serves the domain; what cannot be read is null. */
  async read(db: Db, domain: LogDomain, question: Omit<LogQuestion, 'run' | 'after'>, places: ReadonlyMap<number, Place>, only?: number): Promise<ReadNode[]> {
    const nodes = await db
      .selectFrom('domain')
      .innerJoin('node', (join) => join.on(nodesServing('domain')))
      .select(['node.id', 'node.name'])
      .where('domain.id', '=', domain.id)
      .orderBy('node.name')
      .execute()
    const wanted = only === undefined ? nodes : nodes.filter(({ id }) => id === only)
    return Promise.all(
      wanted.map(async (node): Promise<ReadNode> => {
        const before = places.get(node.id) ?? null
        const log = await this.#ask(node.id, { ...question, run: before?.run ?? '', after: before?.upTo ?? 0 })
        return { node, before, log: log && { ...log, queries: await withoutOthers(db, domain, log.queries) } }
      }),
    )
  }

  async #ask(nodeId: number, question: LogQuestion): Promise<NodeLog | null> {
    const node = this.#nodes().find((one) => one.nodeId === nodeId)
    if (node === undefined) return null
    const answer = (this.#turns.get(nodeId) ?? Promise.resolve()).then(() => node.queryLog(question)).catch(() => null)
    this.#turns.set(nodeId, answer)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((settle) => (timer = setTimeout(() => settle(null), patienceMs)))
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }
}

/** A name below this domain may be one of another domain, whose zone is paused: its queries are not for readers of this one. */
async function withoutOthers(db: Db, domain: LogDomain, queries: readonly LoggedQuery[]): Promise<readonly LoggedQuery[]> {
  const between = (name: string): string[] => {
    const below = name.slice(0, -(domain.name.length + 1)).split('.')
    return name === domain.name ? [] : below.map((_, index) => `${below.slice(index).join('.')}.${domain.name}`)
  }
  const names = new Set(queries.flatMap(({ domainId, name }) => (domainId === null ? between(name) : [])))
  if (names.size === 0) return queries
  const others = await db
    .selectFrom('domain')
    .select('name')
    .where('name', 'in', [...names])
    .execute()
  const taken = new Set(others.map(({ name }) => name))
  return taken.size === 0 ? queries : queries.filter(({ domainId, name }) => domainId !== null || !between(name).some((one) => taken.has(one)))
}

/** Where a reply ended, as the next call gives it back. */
export function printPlaces(read: readonly ReadNode[]): string {
  return read.flatMap(({ node, log, before }) => ((log ?? before) ? [`${node.id}.${(log ?? before)!.run}.${(log ?? before)!.upTo}`] : [])).join('~')
}

export function readPlaces(text: string): Map<number, Place> {
  return new Map(
    text.split('~').flatMap((place): [number, Place][] => {
      const [id = '', run = '', upTo = ''] = place.split('.')
      return id === '' ? [] : [[Number(id), { run, upTo: Number(upTo) }]]
    }),
  )
}

export function nodesOf(read: readonly ReadNode[]): Answered<typeof calls.list>['data']['nodes'] {
  return read.map(({ node, log, before }) => ({
    ...node,
    state: log === null ? 'unreachable' : 'read',
    since: log && new Date(log.since),
    missed: log?.missed ?? 0,
    isRestarted: log !== null && before !== null && log.run !== before.run,
  }))
}
