import type { explain as calls } from '@nameplane/contract/dns/explain'
import { isAliasProblem } from '@nameplane/contract/dns/alias-target'
import { hostIn } from '@nameplane/contract/dns/record-set-rows'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { isProblemCode } from '@nameplane/contract/problems'
import { parseAddress } from '@nameplane/dns-text/addresses'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { printRcode } from '@nameplane/dns-text/message'
import { absoluteName } from '@nameplane/dns-text/names'
import { typeCodeOf } from '@nameplane/dns-text/record-types'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { Problem } from '../../../problem.ts'
import { explainAnswer, type Explaining, type Explanation } from '../../../serving/answer/explain.ts'
import type { LineTable } from '../../../serving/lines/line-table.ts'
import { LinkLost } from '../../../serving/link/peer.ts'
import { askNode } from '../../../serving/node/node-question.ts'
import { readRedirectAddresses } from '../../../serving/publication/rules-source.ts'
import { readWantedZones } from '../../../serving/publication/zone-source.ts'
import { RedirectAddresses } from '../../../serving/redirect/redirect-addresses.ts'
import { inSlices } from '../../../serving/zone/slices.ts'
import { compileSteps, type ZoneSource } from '../../../serving/zone/zone.ts'
import { ZoneTable } from '../../../serving/zone/zone-table.ts'

/** What of the serving side the explainer looks at; `node` is null where this process runs none. */
export type ServingParts = {
  lines: LineTable
  node: () => {
    name: string
    host: string
    port: number
    explain: (question: Omit<Explaining, 'zones' | 'lines' | 'redirects'>) => Promise<Explanation>
  } | null
}

type Explained = Answered<typeof calls.record>['data']

type Asked = Omit<Explaining, 'zones' | 'lines' | 'redirects'>

/**
 * A domain that is served, and who explains its answers: the node that serves it, or the saved state, which is read once.
 * @throws Problem where there is no such domain within reach, or it is not served
 */
export async function explainerOf(db: Db, accessScope: AccessScope, serving: ServingParts, domainId: number) {
  const within = await db.selectFrom('domain').select('id').where('id', '=', domainId).where(domainWithin(accessScope)).executeTakeFirst()
  const [wanted] = within ? await readWantedZones(db, [within.id]) : []
  if (!wanted) throw new Problem('domain_missing')
  const { source } = wanted
  if (!source) throw new Problem('domain_not_served')
  const node = serving.node()
  let saved: Promise<Pick<Explaining, 'zones' | 'redirects'>> | undefined
  const read = async () => ({ zones: await tableOf(source), redirects: new RedirectAddresses(await readRedirectAddresses(db)) })
  const bySavedState = async (question: Asked): Promise<Explanation> => explainAnswer({ ...question, ...(await (saved ??= read())), lines: serving.lines })
  // The name may lie in another zone of the node; whoever may not look at all of them is told of this one alone.
  const explain = async (question: Asked): Promise<Explanation> =>
    accessScope === 'all' && node
      ? await node.explain(question).catch((error: unknown) => {
          if (error instanceof LinkLost) return bySavedState(question)
          throw error
        })
      : await bySavedState(question)
  return { domainId: wanted.domainId, name: wanted.name, node, explain }
}

export async function explainRecord(db: Db, accessScope: AccessScope, serving: ServingParts, sent: Received<typeof calls.record>): Promise<Explained> {
  const { node, explain, ...wanted } = await explainerOf(db, accessScope, serving, sent.domainId)
  const [address = '', length] = sent.client.split('/')
  const client = parseAddress(address)
  const prefixLength = length === undefined ? client.bytes.length * 8 : Number(length)
  const name = nameOf(sent.host, wanted.name)
  if (typeCodeOf(sent.type) === undefined) throw new Problem('invalid_value', { fields: { type: 'invalid_value' } })
  const explanation = await explain({ name, type: sent.type, clientAddress: client.bytes, prefixLength })
  const kinds = new Map(
    (
      await db
        .selectFrom('line')
        .select(['code', 'kind'])
        .where('code', 'in', [...explanation.client.chain])
        .execute()
    ).map((line) => [line.code, line.kind]),
  )
  const aliases =
    explanation.zone?.domainId === wanted.domainId && addressTypes.has(sent.type)
      ? await readAliases(
          db,
          wanted.domainId,
          explanation.steps.flatMap(({ owner }) => hostIn(absolute(owner), wanted.name) ?? []),
        )
      : new Map<string, ExplainedAlias[]>()
  return {
    explanation: {
      client: { ...explanation.client, chain: explanation.client.chain.map((code) => ({ code, kind: kinds.get(code) ?? 'custom' })) },
      zone: explanation.zone,
      steps: explanation.steps.map((step) => ({
        ...step,
        candidates: [...step.candidates],
        aliases: aliases.get(hostIn(absolute(step.owner), wanted.name) ?? '') ?? [],
      })),
      answer: [...explanation.answer],
    },
    ...(await asked(node, name, sent.type, `${address}/${prefixLength}`)),
  }
}

const addressTypes = new Set(['A', 'AAAA', 'ANY', 'ALIAS'])

const absolute = (name: string): string => (name.endsWith('.') ? name : `${name}.`)

type ExplainedAlias = Explained['explanation']['steps'][number]['aliases'][number]

/** The ALIAS records at these hosts of a domain, and what is known of their targets. */
async function readAliases(db: Db, domainId: number, hosts: readonly string[]): Promise<Map<string, ExplainedAlias[]>> {
  const { rows } = await sql<Omit<ExplainedAlias, 'problem'> & { host: string; problem: string | null }>`
    select record.host, record.line, record.value as target, alias_target.asked_at as "askedAt", alias_target.problem,
      coalesce(cardinality(alias_target.ipv4) + cardinality(alias_target.ipv6), 0) as addresses
    from record left join alias_target on alias_target.name = lower(record.value)
    where record.domain_id = ${domainId} and record.type = 'ALIAS' and record.status = 1 and record.host = any(${hosts}::text[])
    order by record.host, record.line`.execute(db)
  const byHost = new Map<string, ExplainedAlias[]>()
  for (const { host, problem, ...alias } of rows)
    byHost.set(host, [...(byHost.get(host) ?? []), { ...alias, problem: isAliasProblem(problem) ? problem : null }])
  return byHost
}

function nameOf(host: string, zone: string): string {
  try {
    return absoluteName(host, `${zone}.`)
  } catch (error) {
    if (!(error instanceof DnsTextError)) throw error
    const code = isProblemCode(error.code) ? error.code : 'invalid_value'
    throw new Problem(code, { fields: { host: code }, params: error.params })
  }
}

/** The saved state, compiled for this question; where a node runs here, it is asked instead. */
async function tableOf(source: ZoneSource): Promise<ZoneTable> {
  const zones = new ZoneTable()
  zones.put(await inSlices(compileSteps(source)))
  return zones
}

async function asked(node: ReturnType<ServingParts['node']>, name: string, type: string, subnet: string): Promise<Pick<Explained, 'wire' | 'wireProblem'>> {
  if (!node) return { wire: null, wireProblem: 'no_node' }
  try {
    const { message, milliseconds } = await askNode(node.host, node.port, { name, type, subnet })
    const shown = (records: typeof message.answers) =>
      records.map((record) => ({ name: record.name, type: record.type, ttlSeconds: record.ttlSeconds, value: record.value }))
    return {
      wire: {
        node: node.name,
        milliseconds,
        rcode: printRcode(message.rcode),
        isAuthoritative: message.isAuthoritative,
        isTruncated: message.isTruncated,
        scope: message.edns?.clientSubnet?.scopePrefixLength ?? null,
        answers: shown(message.answers),
        authorities: shown(message.authorities),
      },
      wireProblem: null,
    }
  } catch {
    return { wire: null, wireProblem: 'no_answer' }
  }
}
