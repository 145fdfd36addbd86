import { expect, test } from 'vitest'
import type { Domain } from '@nameplane/contract/dns/domain'
import { line, type Line } from '@nameplane/contract/dns/line'
import { answer, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { AddDynamicHost } from './dynamic-host-form.tsx'

const known = (code: string, parent: string | null = null): Line => ({ code, parent, nameZh: `${code} 线路`, nameEn: `Line ${code}` }) as Line
/** Codes and names of the lines to choose from. */
function choices(lines: readonly Line[]): string[][] {
  const domain = { id: 7, domain: 'home.example' } as Domain
  const html = shownWith(<AddDynamicHost domain={domain} onClose={() => {}} />, [answer(line.tree, { domainId: 7 }, { data: { lines } } as never)])
  return [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, code = '', name = '']) => [code, name])
}

test('the line of a dynamic host is one of those of the domain, below the line that it is part of', () => {
  expect(choices([known('default'), known('telecom', 'default')])).toEqual([
    ['default', 'default 线路'],
    ['telecom', '\u2003telecom 线路'],
  ])
})

test('a line that is named before the lines are there, or that is there no more, can be chosen by its code', () => {
  expect(choices([known('telecom')])).toEqual([
    ['default', 'default'],
    ['telecom', 'telecom 线路'],
  ])
})
