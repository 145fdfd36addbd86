import { expect, test } from 'vitest'
import type { ChangeSet } from '@nameplane/contract/dns/change-set'
import { changeSetProblems } from '@nameplane/contract/dns/change-set-problems'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { changeSetMessages } from './change-set.messages.ts'
import { useSetActions } from './use-set-actions.ts'
import { watchMessages } from './watch.messages.ts'

const { noFailed, notOwn, notApproved, noUndo, ended } = textsIn(changeSetMessages, currentLanguage()).log
const { notWatched } = textsIn(watchMessages, currentLanguage())
const notBegun = changeSetProblems.change_set_not_begun[currentLanguage()]
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

test.each([
  ['that changed something', {}, undefined],
  ['that changed nothing', { done: 0 }, noUndo],
  ['that undid another one', { kind: 'undo' }, noUndo],
] as const)('undoing a set %s', (_, part, refusal) => {
  expect(doing.refusalsOf({ ...set, ...part })['undo']).toBe(refusal)
})

test.each([
  ['with a domain that waits', { waiting: 1 }, undefined],
  ['of which each domain has had its turn', {}, ended],
] as const)('cancelling a set %s', (_, part, refusal) => {
  expect(doing.refusalsOf({ ...set, ...part })['cancel']).toBe(refusal)
})

test.each([
  ['that is not watched', { watchState: null }, notWatched],
  ['whose watch has ended', { watchState: 'passed' }, notWatched],
  ['that has not begun', { watchState: 'pending', startTime: null }, notBegun],
  ['that is being done', { watchState: 'pending' }, undefined],
  ['that is watched', { watchState: 'watching' }, undefined],
] as const)('stopping the watch of a set %s', (_, part, refusal) => {
  expect(doing.refusalsOf({ ...set, ...part })['stopWatch']).toBe(refusal)
})
