import { expect, test } from 'vitest'
import type { Operation } from '@nameplane/contract/dns/log'
import { currentLanguage } from '../../../i18n/language.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { operationList } from './operation-list.tsx'
import { platformHands } from './platform-hand.ts'

const both = { zh: '', en: '' }
const operation: Operation = {
  ...{ id: 'a1', time: '2026-03-09T14:05:09Z', actor: 'watch', actorKind: 'platform', actingAs: null, address: '', place: null, agent: '', action: '' },
  ...{ title: both, module: both, targetType: '', targetId: null, targetName: '', targetTitle: null, domain: null, setting: null },
  ...{ result: 'ok', resultText: null, tries: 1, durationMs: null, requestId: '' },
}

test('who did something: the platform in words, by its name in the tooltip; an account by its name', () => {
  expect(cellOf(operationList, 'actor', operation)).toEqual({ text: platformHands['watch']![currentLanguage()], title: 'watch' })
  expect(cellOf(operationList, 'actor', { ...operation, actorKind: 'administrator' })).toEqual({ text: 'watch', title: 'watch' })
})
