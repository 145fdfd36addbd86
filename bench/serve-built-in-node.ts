/** The built-in node in a process of its own, for the bench: reads zones from a file, prints its port, ends when its input ends. */
import { readFileSync } from 'node:fs'
import { defaultRules } from '../server/src/serving/node/answering-rules.ts'
import { BuiltInNode } from '../server/src/serving/node/built-in-node.ts'
import type { ZoneSource } from '../server/src/serving/zone/zone.ts'

const [file = ''] = process.argv.slice(2)
const sources = JSON.parse(readFileSync(file, 'utf8')) as ZoneSource[]
const node = new BuiltInNode({ host: '127.0.0.1', port: 0 })
await node.applyZones(sources.map((source) => ({ ...source, version: 1, source, change: null })))
// Whoever measures it may also take its zones.
await node.useRules({ ...defaultRules, transfers: [{ id: 1, networks: ['127.0.0.1'], key: null, domainIds: null }] })
await node.start()
process.stdout.write(`${node.port}\n`)
process.stdin.resume().once('end', () => void node.stop())
