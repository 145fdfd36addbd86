import type { queryLog as calls } from '@nameplane/contract/dns/query-log'
import type { Answered } from '@nameplane/contract/endpoint'
import { decodeMessage } from '@nameplane/dns-text/message'
import { printTypeName } from '@nameplane/dns-text/record-types'
import type { LoggedQuery } from '../../../serving/node/driver.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'
import { skipName } from '../../../serving/wire/query.ts'
import type { ReadNode } from './node-logs.ts'

export type Entry = Answered<typeof calls.list>['data']['list'][number]

/** The queries of all nodes, newest first. */
export function entriesOf(read: readonly ReadNode[]): Entry[] {
  return read
    .flatMap(({ node, log }) => (log?.queries ?? []).map((query) => ({ query, node, run: log!.run })))
    .sort((a, b) => b.query.at - a.query.at || b.query.sequence - a.query.sequence)
    .map(({ query, node, run }) => entryOf(query, node, run))
}

export function entryOf(query: LoggedQuery, node: ReadNode['node'], run: string): Entry {
  return {
    key: `${node.id}.${run.slice(0, 8)}.${query.sequence}`,
    time: new Date(query.at),
    node: node.name,
    nodeId: node.id,
    client: query.client,
    subnet: query.subnet,
    transport: query.transport,
    name: query.name,
    type: printTypeName(query.type),
    line: query.line,
    answeredLine: query.answeredLine,
    rcode: rcodeName(query.rcode),
    answers: query.answers,
    values: query.reply === '' ? null : valuesOf(Buffer.from(query.reply, 'base64')),
    isTruncated: query.truncated,
  }
}

/** The values of the answer section of a reply; null for what cannot be read. */
export function valuesOf(reply: Buffer): string[] | null {
  try {
    const answers = reply.readUInt16BE(6)
    let end = skipName(reply, 12) + 4
    for (let each = 0; each < answers; each += 1) {
      const fixed = skipName(reply, end)
      end = fixed + 10 + reply.readUInt16BE(fixed + 8)
    }
    const message = Buffer.from(reply.subarray(0, end))
    // What comes behind the answers is not looked at.
    message.writeUInt32BE(0, 8)
    return decodeMessage(message).answers.map(({ value }) => value)
  } catch {
    return null
  }
}
