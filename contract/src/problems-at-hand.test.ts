import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { coreProblems } from './problem-text.ts'
import { problems } from './problems.ts'

/*
 * A form refuses by the noun's schema before anything is sent: the text of what it says must have come with the schema. So
 * whatever file names a code in a rule brings the file, by what it imports, that declares the code.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')] as const),
)

/** What a file loads: imports and re-exports of values. */
function loadedBy(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name) || !sources.has(name)) return seen
  seen.add(name)
  for (const [, what, from] of sources.get(name)!.matchAll(/^(?:import|export)\s([^'"]*?)\s*(?:from\s)?'(\.[^']+)'$/gm))
    if (!what!.startsWith('type ')) loadedBy(join(dirname(name), from!), seen)
  return seen
}

const declares = (name: string): string[] => [...sources.get(name)!.matchAll(/\b(\w+): \{\s*zh:/g)].map(([, code]) => code!)

/** Codes that a file's rules refuse with: not those that its calls may answer, which come with the server's words. */
function refusesWith(name: string): string[] {
  const rules = sources.get(name)!.replace(/\bproblems: (\[[^\]]*\]|\w+)|\[[^\]]*\] as const|[!=]== '\w+'/g, '')
  return [...new Set([...rules.matchAll(/'([a-z][a-z0-9_]*)'/g)].map(([, text]) => text!))].filter(
    (code) => Object.hasOwn(problems, code) && !Object.hasOwn(coreProblems, code),
  )
}

it('knows the codes of rules at all', () => {
  expect(refusesWith(join('system', 'settings', 'sms.ts'))).toContain('sms_signature_required')
  expect(declares(join('system', 'sms', 'sms-problems.ts'))).toContain('sms_signature_required')
})

it.each([...sources.keys()].filter((name) => refusesWith(name).length > 0))('%s brings the texts of what it refuses with', (name) => {
  const known = new Set([...loadedBy(name)].flatMap(declares))
  expect(refusesWith(name).filter((code) => !known.has(code))).toEqual([])
})
