import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/* Every text of the product in its language, read from the source. */

export type Language = 'zh' | 'en'
export type SourceText = { readonly path: string; readonly language: Language; readonly text: string }

export const root = join(import.meta.dirname, '..', '..')
const folders = ['console/src', 'contract/src', 'server/src']
const notTexts = /\.(test|testing|oracle\.test)\.tsx?$|\/fixtures\/|^server\/src\/(seed|db|serving\/lines)\/|-peer\./

export type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

const holdsValue = ['TsNonNullExpression', 'TsConstAssertion', 'TsAsExpression', 'TsSatisfiesExpression']

/** `x!` and `x as const` hold a value; types hold none. */
export const valueWithin = (node: SyntaxNode): unknown => (holdsValue.includes(node.type) ? node['expression'] : null)

/** All texts below `zh` and `en` members, and the two branches of a choice by language, of one file. */
export function textsOf(source: string, path: string): SourceText[] {
  const found: SourceText[] = []
  const tree = parseSync(source, { syntax: 'typescript', tsx: path.endsWith('.tsx') })
  visit(tree, null)
  return found

  function visit(node: unknown, language: Language | null): void {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, language))
    if (typeof node !== 'object' || node === null) return
    if (!isNode(node)) return Object.values(node).forEach((one) => visit(one, language))
    if (node.type.startsWith('Ts')) return visit(valueWithin(node), language)
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'KeyValueProperty') return visit(node['value'], languageNamed(keyOf(node['key'])) ?? language)
    if (node.type === 'ConditionalExpression') {
      const chosen = languageTested(node['test'])
      if (chosen !== null) {
        visit(node['consequent'], chosen)
        return visit(node['alternate'], chosen === 'zh' ? 'en' : 'zh')
      }
      visit(node['consequent'], language)
      return visit(node['alternate'], language)
    }
    if (language === null) return Object.values(node).forEach((one) => visit(one, language))
    if (node.type === 'StringLiteral') return keep(String(node['value']), language)
    if (node.type === 'TemplateLiteral') {
      const parts = (node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked)
      const values = node['expressions'] as SyntaxNode[]
      keep(parts.map((part, index) => part + (index < values.length ? `{${nameOf(values[index]!)}}` : '')).join(''), language)
      return values.forEach((value) => visit(value, value.type === 'CallExpression' ? null : language))
    }
    // Words that are compared, or handed to a function, are no texts that anybody reads.
    if (node.type === 'BinaryExpression' && node['operator'] !== '+') return
    if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'MemberExpression') return visit(node['callee'], language)
    if (node.type === 'MemberExpression') return visit(node['object'], language)
    if (node.type === 'CallExpression' && nameOf(node) === 'counted') return
    Object.values(node).forEach((one) => visit(one, language))
  }

  function keep(text: string, language: Language): void {
    if (/\p{L}/u.test(text)) found.push({ path, language, text })
  }
}

export function keyOf(key: unknown): string {
  return isNode(key) && typeof key['value'] === 'string' ? key['value'] : ''
}

export const languageNamed = (key: string): Language | null => (key === 'zh' || key === 'en' ? key : null)

function languageTested(test: unknown): Language | null {
  if (!isNode(test)) return null
  if (test.type === 'Identifier') return test['value'] === 'zh' ? 'zh' : null
  if (test.type !== 'BinaryExpression' || test['operator'] !== '===') return null
  return languageNamed(keyOf(test['right']))
}

/** What stands in a template, by its last name: `{count}`, `{length}`, `{counted}`. */
export function nameOf(node: SyntaxNode): string {
  if (node.type === 'Identifier') return String(node['value'])
  if (node.type === 'MemberExpression' && isNode(node['property'])) return nameOf(node['property'])
  if (node.type === 'CallExpression' && isNode(node['callee'])) return nameOf(node['callee'])
  return ''
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(path) && !notTexts.test(path) ? [path] : []
  })
}

/** Every text of console, contract and server. */
export function allTexts(): SourceText[] {
  return folders.flatMap(filesBelow).flatMap((path) => textsOf(readFileSync(join(root, path), 'utf8'), path))
}
