import { expect, test } from 'vitest'
import type { ChangeSet } from '@nameplane/contract/dns/change-set'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { changeSetMessages } from './change-set.messages.ts'
import { useSetActions } from './use-set-actions.ts'

const { noFailed, notOwn, notApproved } = textsIn(changeSetMessages, currentLanguage()).log
const doing = actionsOf<ChangeSet>(() =>
  useSetActions().map(({ key, label, right, refusal, run }) => ({ key, label, right, on: 'rows', refusal, run: ([set]) => run(set!) })),
)
const time = '2026-11-24T08:00:00.000Z'
const set: ChangeSet = {
  ...{ id: 7, kind: 'record_update', state: 'partly', summary: {}, author: 'ada', isOwn: true, undoesId: null },
  ...{ createTime: time, dueTime: time, startTime: time, endTime: time, approvalUntil: null, approver: null, decideTime: null, approvalRemark: '' },
  ...{ watchState: null, domains: 2, waiting: 0, done: 1, failed: 1, cancelled: 0, undone: 0, added: 0, updated: 1, deleted: 0 },
}

test.each([
  ['with a failed domain', {}, undefined],
  ['without one', { failed: 0 }, noFailed],
  ['of another author', { isOwn: false }, notOwn],
  ['that waits for approval', { state: 'awaiting', approvalUntil: time }, notApproved],
] as const)('retrying a set %s', (_, part, refusal) => {
  expect(doing.refusalsOf({ ...set, ...part })['retry']).toBe(refusal)
})
