// The rows of the glossary that the nouns declare in the contract, so that a noun's words are said once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifests } from '../contract/src/manifests.ts'
import { projectFolder } from './bootstrap.mjs'

export const glossaryPath = join(projectFolder, 'docs', 'glossary.md')
const [begin, end] = ['<!-- Written by `npm run document` from `terms` of contract/src. -->', '<!-- The end of what is written. -->']

/** The glossary with the rows of the nouns written anew; the table that is kept by hand stays as it is. */
export function glossaryDocument() {
  const text = readFileSync(glossaryPath, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/glossary.md lacks the marks around the rows of the nouns')
  const rows = manifests.flatMap(({ terms }) => terms ?? []).map(({ zh, en, word, meaning }) => `| ${zh} | ${en} | \`${word}\` | ${meaning} |`)
  return [text.slice(0, from) + begin, '', '| 中文 | English | word | meaning |', '|---|---|---|---|', ...rows, '', text.slice(to)].join('\n')
}
