import { createHash } from 'node:crypto'
import { parseAst } from 'vite'

/* Faults that a hand could make, found on the syntax tree: each is one small change of the text. */

export type Mutant = {
  /** What was done, one of the operators' names. */
  readonly operator: string
  /** Place in the text, in UTF-16 units, and what stands there instead. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** A node of the syntax tree, as ESTree has it. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>
type Change = Omit<Mutant, 'operator'>
type Operator = (node: Node, parent: Node | null, text: string) => Change | null

const opposites: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const sums: Readonly<Record<string, string>> = { '+': '-', '-': '+' }
/** Links of a chain that narrow, order or clean what comes through them. */
const links = new Set([
  'where',
  'filter',
  'trim',
  'toLowerCase',
  'orderBy',
  'toSorted',
  'forUpdate',
  'slice',
  'limit',
  'offset',
  'distinct',
  'onConflict',
  'min',
  'max',
])
/** What a control is without, and nothing else breaks. */
const attributes = /^(disabled|on[A-Z]\w*|value|checked|required|search|when|hidden)$|^is[A-Z]|^(can|has)[A-Z]/

/** Names of numbers of which one more is seen by nobody: pixels, thousandths of a second, and how old an answer may be that is shown again. */
const unseen = /(Px|Ms)$|^(fresh|every)Seconds$/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const source = (text: string, node: Node): string => text.slice(node.start, node.end)
const isText = (node: unknown): boolean => isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string'))
/** What a variable or a member is called where it gets its value. */
const nameOf = (node: Node | null): string => {
  const named = node?.type === 'VariableDeclarator' ? node['id'] : node?.type === 'Property' ? node['key'] : null
  return isNode(named) ? String(named['name']) : ''
}
const instead = (node: Node, replacement: string): Change => ({ start: node.start, end: node.end, replacement })

const operators: Readonly<Record<string, Operator>> = {
  'condition turned round': (node, _, text) => {
    const condition = node.type === 'IfStatement' || node.type === 'ConditionalExpression' ? node['test'] : null
    return isNode(condition) ? instead(condition, `!(${source(text, condition)})`) : null
  },
  'comparison changed': (node, _, text) => replacedSign(node, 'BinaryExpression', opposites, text),
  'sum changed': (node, _, text) => (isText(node['left']) || isText(node['right']) ? null : replacedSign(node, 'BinaryExpression', sums, text)),
  'and for or': (node, _, text) => replacedSign(node, 'LogicalExpression', { '&&': '||', '||': '&&' }, text),
  'default left out': (node, _, text) =>
    node.type === 'LogicalExpression' && node['operator'] === '??' && isNode(node['left']) ? instead(node, source(text, node['left'])) : null,
  'yes for no': (node) => (node.type === 'Literal' && typeof node['value'] === 'boolean' ? instead(node, String(!node['value'])) : null),
  'one more': (node, parent) => {
    if (node.type !== 'Literal' || typeof node['value'] !== 'number' || parent?.['computed'] === true || unseen.test(nameOf(parent))) return null
    return instead(node, String(node['value'] + 1))
  },
  'call left out': (node, parent) => {
    if (node.type !== 'ExpressionStatement' || parent?.type === 'Program') return null
    const called = isNode(node['expression']) && node['expression'].type === 'AwaitExpression' ? node['expression']['argument'] : node['expression']
    return isNode(called) && called.type === 'CallExpression' ? instead(node, '{}') : null
  },
  'guard left out': (node) => {
    const { consequent, alternate } = node
    if (node.type !== 'IfStatement' || alternate || !isNode(consequent)) return null
    const only = consequent.type === 'BlockStatement' ? nodesIn(consequent['body']) : [consequent]
    return /^(Return|Throw|Continue)Statement$/.test(only.at(-1)?.type ?? '') ? instead(node, '{}') : null
  },
  'member left out': (node, parent, text) => {
    if (node.type !== 'Property' || parent?.type !== 'ObjectExpression' || nodesIn(parent['properties']).length < 2) return null
    const comma = /^\s*,/.exec(text.slice(node.end))?.[0].length ?? 0
    return { start: node.start, end: node.end + comma, replacement: '' }
  },
  'link of a chain left out': (node, _, text) => {
    const callee = node.type === 'CallExpression' ? node['callee'] : null
    if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true) return null
    const { object, property } = callee
    return isNode(object) && isNode(property) && links.has(String(property['name'])) ? instead(node, source(text, object)) : null
  },
  'arguments swapped': (node, _, text) => {
    const [one, other] = node.type === 'CallExpression' ? nodesIn(node['arguments']) : []
    if (!one || !other || ![one, other].every(({ type }) => type === 'Identifier' || type === 'MemberExpression')) return null
    return { start: one.start, end: other.end, replacement: `${source(text, other)}${text.slice(one.end, other.start)}${source(text, one)}` }
  },
  'attribute left out': (node) =>
    node.type === 'JSXAttribute' && isNode(node['name']) && attributes.test(String(node['name']['name'])) ? instead(node, '') : null,
}

function replacedSign(node: Node, type: string, signs: Readonly<Record<string, string>>, text: string): Change | null {
  const { left, right } = node
  const sign = signs[String(node['operator'])]
  if (node.type !== type || sign === undefined || !isNode(left) || !isNode(right)) return null
  return instead(node, `${source(text, left)}${text.slice(left.end, right.start).replace(String(node['operator']), sign)}${source(text, right)}`)
}

/** Texts, types and what is only said to people or to the log: a fault there is no fault of what the program does. */
const leftAlone = /^(TS|Import|ExportAll|JSXText)/
const attributesLeftAlone = /^(className|style|width|size|key|title|aria-|data-)/

/** Every fault that the operators know of in this text, in the order of the places. */
export function mutantsOf(text: string, lang: 'ts' | 'tsx' = 'tsx'): Mutant[] {
  const found: Mutant[] = []
  const visit = (node: Node, parent: Node | null): void => {
    if (leftAlone.test(node.type) && !/^TS(NonNull|As|Satisfies)Expression$/.test(node.type)) return
    if (node.type === 'JSXAttribute' && isNode(node['name']) && attributesLeftAlone.test(source(text, node['name']))) return
    for (const [operator, find] of Object.entries(operators)) {
      const change = find(node, parent, text)
      if (change) found.push({ operator, ...change })
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeParameters' || key === 'typeArguments' || key === 'returnType') continue
      for (const child of isNode(value) ? [value] : nodesIn(value)) visit(child, node)
    }
  }
  visit(parseAst(text, { lang, astType: 'ts' }) as unknown as Node, null)
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** The text with the fault in it. */
export function withMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/**
 * So many of all, in their order. Each one's name decides with the seed, so that others that come or go leave the choice as it is, but for
 * those that they stand in for.
 */
export function drawn<One>(all: readonly One[], count: number, seed: number, nameOf: (one: One) => string): One[] {
  const rankOf = (one: One): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex')
  return all
    .map((one, place) => ({ one, place, rank: rankOf(one) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
    .slice(0, count)
    .toSorted((one, other) => one.place - other.place)
    .map(({ one }) => one)
}
