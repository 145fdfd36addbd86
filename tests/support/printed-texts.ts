import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { isNode, keyOf, languageNamed, nameOf, root, valueWithin, type Language, type SourceText, type SyntaxNode } from './text-pairs.ts'

/* Texts in one language: what start-up, the command line, logs and tools print, what the API page says, and the documents. */

const folders = ['server/src', 'contract/src', 'tools']
/** Tests, data, and migrations, which remain as they were run. */
const notPrinted = /\.(test|testing)\.ts$|\/fixtures\/|\/migrations\/|-peer\.|\/seed\/(demo-(people|zones)|large-)|\/lines\/(countries|standard-lines)/
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'NOTICE']

/** Media types, calls, columns and settings of SQL, markup and scripts. */
const code = /; charset=|^attachment;|^(GET|POST) |^\S+ as \S+$|^set \w+ = |<[!a-z]|=> /i
/** Names under which keys are derived, and a form that is stored and read again. */
const fixedForms = ['audit chain', 'sealed secrets', '{timeoutMs} ms']

/** All literals with two words or more that belong to no pair. */
export function printedTextsOf(source: string, path: string): SourceText[] {
  const found: SourceText[] = []
  visit(parseSync(source, { syntax: 'typescript' }))
  return found

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if (!isNode(node)) return Object.values(node).forEach(visit)
    if (node.type.startsWith('Ts')) return visit(valueWithin(node))
    // Tagged templates are SQL.
    if (['ImportDeclaration', 'ExportAllDeclaration', 'TaggedTemplateExpression'].includes(node.type)) return
    if (node.type === 'KeyValueProperty') return languageNamed(keyOf(node['key'])) === null ? visit(node['value']) : undefined
    if (node.type === 'StringLiteral') return keep(String(node['value']))
    if (node.type === 'TemplateLiteral') {
      const parts = (node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked)
      const values = node['expressions'] as SyntaxNode[]
      keep(parts.map((part, index) => part + (index < values.length ? `{${nameOf(values[index]!)}}` : '')).join(''))
      return values.forEach(visit)
    }
    Object.values(node).forEach(visit)
  }

  function keep(text: string): void {
    const hasWords = /[\p{L}}]{2,}[,.:;]? [\p{L}{]/u.test(text)
    if (hasWords && !code.test(text) && !fixedForms.includes(text)) found.push({ path, language: languageOf(text), text })
  }
}

/**
 * The paragraphs, entries, headings and cells of a document, without code, the addresses of links, comments, what the bench writes, and
 * licences of others. A cell may list things with semicolons.
 */
export function documentTextsOf(source: string, path: string): SourceText[] {
  const plain = source
    .replace(/which is under this licence:[\s\S]*/, '')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/<!-- written by npm run bench -->[\s\S]*?<!-- end of/g, '<!--')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/`[^`\n]+`/g, '…')
    .replace(/!?(\[[^\]]*\])\([^)]*\)/g, '$1')
  return plain
    .split(/\n{2,}|\n(?=\s*(?:[-*|#]|\d+\. ))/)
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split(/\||; /) : [block]))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => ({ path, language: languageOf(text), text }))
}

/** By the letters that prevail: English names paths of the Chinese console, and Chinese names vendors. */
function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0
  return han * 3 > latin ? 'zh' : 'en'
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

/** Everything that programs print or say in one language. */
export function printedTexts(): SourceText[] {
  const paths = folders.flatMap(filesBelow).filter((path) => /\.(ts|mjs)$/.test(path) && !notPrinted.test(path))
  return paths.flatMap((path) => printedTextsOf(textOf(path), path))
}

/** Everything that the documents say. */
export function documentTexts(): SourceText[] {
  const paths = [...documents, ...filesBelow('docs').filter((path) => path.endsWith('.md'))]
  return paths.flatMap((path) => documentTextsOf(textOf(path), path))
}
