import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { expect, it } from 'vitest'
import { auditActions } from '@nameplane/contract/log-words'

const serverFolder = fileURLToPath(new URL('../../server/src', import.meta.url))

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** A node of the syntax tree and all below it, in the order of the source. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value
    yield* nodesOf(Object.values(value))
  }
}

/** What an expression, or a type, can be: every text that it names. */
const textsOf = (tree: unknown): string[] => [...nodesOf(tree)].flatMap((node) => (node.type === 'StringLiteral' ? [String(node['value'])] : []))

type Change = { actions: string[]; source: string }

/** Which argument of these names the action: the door itself, and what writes entries beside it. */
const doors: Record<string, number> = { change: 2, sealEntries: 1 }

/** Every statement that opens a change, however it is broken into lines, with the actions that it can carry. */
function changesOf(source: string): Change[] {
  const { body } = parseSync(source, { syntax: 'typescript' })
  const nodes = [...nodesOf(body)]
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !isNode(node['callee']) || node['callee'].type !== 'Identifier') return []
    const place = doors[String(node['callee']['value'])]
    const argument = place === undefined ? undefined : (node['arguments'] as { expression: Node }[])[place]?.expression
    if (!argument || isObserved(node)) return []
    // A function that is told the action says in its own type which ones there are.
    const isTold = argument.type === 'Identifier'
    const typed = nodes.filter((one) => one.type === 'Identifier' && one['value'] === argument['value'] && isNode(one['typeAnnotation']))
    return [{ actions: isTold ? textsOf(typed.map((one) => one['typeAnnotation'])) : textsOf(conditionLess(argument)), source: JSON.stringify(argument) }]
  })
}

/** What the platform only saw elsewhere is in no log. */
function isObserved(call: Node): boolean {
  return [...nodesOf(call['arguments'])].some((node) => node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['value'] === 'isObserved')
}

/** `a === 'x' ? 'noun.one' : 'noun.other'` is one of the two; what is compared is none. */
function conditionLess(expression: Node): unknown {
  return expression.type === 'ConditionalExpression' ? [expression['consequent'], expression['alternate']].map((one) => conditionLess(one as Node)) : expression
}

const files = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' }).filter(
  // The door itself hands on what it is told.
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== join('changes', 'change.ts'),
)
const changes = files.flatMap((file) => changesOf(readFileSync(join(serverFolder, file), 'utf8')).map((one) => ({ file, ...one })))
const actions = new Set(changes.flatMap((one) => one.actions))

it('finds the actions of the server, in whatever form they are written', () => {
  expect(changesOf("change(db,\n  actor,\n  isOn\n    ? 'noun.on'\n    : kind === 'x' ? 'noun.off' : 'noun.out',\n  work)")).toMatchObject([
    { actions: ['noun.on', 'noun.off', 'noun.out'] },
  ])
  expect(changesOf("async function turn(action: 'noun.one' | 'noun.two') { await change<void>(db, actor, action, work) }")).toMatchObject([
    { actions: ['noun.one', 'noun.two'] },
  ])
  expect(changesOf("change(db, actor, 'noun.seen', async ({ isObserved }) => { await note(); isObserved() })")).toEqual([])
})

it('every change says which actions it carries', () => {
  expect(changes.filter((one) => one.actions.length === 0).map(({ file, source }) => `${file}: ${source}`)).toEqual([])
  expect(changes.length).toBeGreaterThan(120)
})

it.each([...actions].sort())('%s has words for the audit log', (action) => {
  expect(Object.keys(auditActions)).toContain(action)
})

it('words stand for actions that there are', () => {
  expect(Object.keys(auditActions).filter((action) => !actions.has(action))).toEqual([])
})
