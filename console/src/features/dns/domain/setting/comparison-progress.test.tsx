import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ComparedSet } from '@nameplane/contract/dns/domain-comparison'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { ComparisonProgress } from './comparison-progress.tsx'
import { comparisonMessages } from './comparison.messages.ts'
import type { Comparison } from './use-comparison.ts'

const text = textsIn(comparisonMessages, currentLanguage())
const sets = (...states: ComparedSet['state'][]) => states.map((state) => ({ state }) as ComparedSet)
const shown = (part: Partial<Comparison>): string =>
  renderToStaticMarkup(<ComparisonProgress comparison={{ sets: [], total: null, problem: null, state: 'running', ...part }} />)
const said = (part: Partial<Comparison>): string | undefined => /<p[^>]*>([^<]*)/.exec(shown(part))?.[1]

test.each([
  ['before the first page', {}, text.progress('0', '0')],
  ['while it runs', { sets: sets('equal', 'different'), total: 1_500 }, text.progress('2', '1,500')],
  ['when it was stopped', { sets: sets('equal'), total: 40, state: 'stopped' }, text.stopped('1', '40')],
  ['with nothing to compare', { total: 0, state: 'finished' }, text.empty],
  ['at its end, where all is the same', { sets: sets('equal', 'equal'), total: 2, state: 'finished' }, text.allEqual(2)],
  ['at its end, where some is not', { sets: sets('equal', 'different', 'different'), total: 3, state: 'finished' }, text.finished(2, '3')],
] as const)('a comparison %s says how far it is', (_, part, words) => {
  expect(said(part)).toBe(words)
})

test('a bar fills while a comparison runs, and is gone at its end', () => {
  const bar = (part: Partial<Comparison>): string[] | undefined => /<progress[^>]* max="(\d+)" value="(\d+)"/.exec(shown(part))?.slice(1)
  expect(bar({})).toEqual(['1', '0'])
  expect(bar({ sets: sets('equal', 'equal'), total: 40 })).toEqual(['40', '2'])
  for (const state of ['stopped', 'finished'] as const) expect(bar({ sets: sets('equal'), total: 40, state })).toBeUndefined()
})
