import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { auditActions } from '@nameplane/contract/home/audit-actions'

const serverFolder = fileURLToPath(new URL('../../server/src', import.meta.url))

/** Names of the form `noun.verb` in statements that open a change. */
function actionsOf(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => /\bchange\(/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map((match) => match[1]!))
}

const actions = new Set(
  readdirSync(serverFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => actionsOf(readFileSync(join(serverFolder, file), 'utf8'))),
)

it('finds the actions of the server at all', () => {
  expect([...actions]).toEqual(expect.arrayContaining(['domain.create', 'domain.pause', 'domain.serve', 'update.upload']))
})

it.each([...actions].sort())('%s has words for the audit log', (action) => {
  expect(Object.keys(auditActions)).toContain(action)
})
