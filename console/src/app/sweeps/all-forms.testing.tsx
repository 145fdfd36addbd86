import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { rights } from '@nameplane/contract/rights'
import { notices } from '../../api/notices.ts'
import { signInWith } from '../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { differing, SweptForm, type KnownValues } from './swept-form.testing.ts'
import { wholeConsole, type WholeConsole } from '../whole-console.testing.tsx'

/*
 * Every form of a noun: filled from the contract, saved, opened again and compared; then each field changed, saved, opened again and
 * compared. What a form blanks, does not send or does not show again, is seen here.
 */

/** A list whose forms have addresses, `?open=add`, and `?open=edit` with a row; and the noun whose calls they save by. */
export type FormList = readonly [list: string, noun: string, calls: Calls]
type Calls = { readonly save: Endpoint; readonly update: Endpoint }
/** Forms that nothing generic can fill and open again, with the reason: by their call, or by their file where they bind none. */
const exempt: Readonly<Record<string, string>> = {
  'decide-dialog.tsx': 'decides once: what is decided has no form any more',
  'verification.decide': 'decides once: what is decided has no form any more',
  'factor.totpDelete': 'asks for a password or a code, which no form shows again',
  'factor.passkeyDelete': 'the same',
  'factor.recoverySave': 'the same',
  'factor.totpOffer': 'the same',
  'factor.totpSave': 'the same',
  'factor.passkeyRename': 'needs a passkey',
  'wechat.bindBegin': 'needs WeChat, and asks for a password',
  'wechat.bind': 'the same',
  'wechat.unbind': 'the same',
  'menuRow.setFeatures': 'takes away parts of the console, this sweep’s among them',
  'menuRow.move': 'moves once: the form says nothing of where the row stands',
  'customLine.save': 'stands below a domain: custom-line-page.pressed',
  'customLine.update': 'the same',
  'dynamicHost.save': 'stands below a domain, and shows its secret once: dynamic-host.pressed',
  'primary.update': 'stands below a domain: the journey of transferred domains',
  'updateKey.save': 'stands below a domain, and shows its secret once: update-key-page.pressed',
  'updateKey.update': 'the same',
  'vanityNameserver.save': 'a user has one set of names: vanity-nameserver.pressed',
  'vanityNameserver.update': 'the same',
  'vanityNameserver.choose': 'stands below a domain: nameserver-card.pressed',
  'health.ignore': 'stands below a domain, and asks for a reason only: the journey of health checks',
  'domainClaim.request': 'asks once: what it answers is a list of records',
  'reverseSegment.save': 'takes a network that no other one overlaps: reverse-segment.pressed',
  'reverseSegment.update': 'the same',
  'reverseSegment.reject': 'decides once: what is decided has no form any more',
  'ptrRecord.save': 'takes an address that has no PTR record: ptr-answers.pressed',
  'ptrRecord.update': 'the same',
  'ptrRecord.generate': 'makes records of a range: ptr-answers.pressed',
  'role.copy': 'asks for a name only: what it makes is opened by role.update',
  'domain.clone': 'asks for a name only: what it makes is opened by domain.update',
  'nodeEnrolment.save': 'makes a command that is shown once, and changed never',
  'backup.save': 'asks for a passphrase: what it makes has no form',
  'backup.verify': 'the same',
  'backup.prove': 'the same',
  'admin.password': 'a password is never shown again',
  'own-password-page.tsx': 'the same',
  'add-passkey.tsx': 'the same, and needs a device',
  'tag-users-dialog.tsx': 'adds to what other rows hold: it begins empty',
  'own-template-form.tsx': 'begins with ticked records: template.pressed',
  'create-page.tsx': 'submits once, and shows what comes of it: bulk-operation.pressed',
  'update-page.tsx': 'the same',
  'domains-page.tsx': 'the same',
  'export-page.tsx': 'the same',
  'import-page.tsx': 'submits once, and shows what comes of it: the journey of bulk imports',
  'message-form.tsx': 'rich text, and recipients that depend on each other: proven next to them',
  'retention-form.tsx': 'asks before it deletes: the journey of the log',
  'setting-form.tsx': 'settings stand in their pages: page-forms.swept',
  'restore-dialog.tsx': 'runs once over a backup or a version',
  'register-dialog.tsx': 'agrees once to the terms of an authority',
}

const addressOf = (list: string, form: string): string => `/redirect${list}${list.includes('?') ? '&' : '?'}open=${form}`

/** Opens a form by its address; it has to save by the call of its noun. */
async function open(console: WholeConsole, known: KnownValues, list: string, calls: Calls, form: string): Promise<SweptForm> {
  await console.open(addressOf(list, form))
  const opened = await SweptForm.opened(console, known)
  // Where several things can be done, a button says which of them it does.
  if (form === 'add') expect(opened.submitText).not.toBe(partsMessages.zh.save)
  else expect(opened.submitText).toBe(partsMessages.zh.save)
  expect(opened.endpoint.path).toBe((form === 'add' ? calls.save : calls.update).path)
  return opened
}

/**
 * Declares them. They run one after another with all that changes what the platform holds.
 * @param choices makes what fields may choose, more than one of each, and says what values no other text is
 */
export function sweepForms(lists: readonly FormList[], choices: () => Promise<KnownValues>): void {
  test.each(lists)('forms of %s: what was added, and what was changed, opens again as it was typed', async (list, _, calls) => {
    const known = await choices()
    const console = wholeConsole()
    const form = await open(console, known, list, calls, 'add')
    await form.fill()
    const added = await form.save(`${list}: add`)
    expect(added.id, 'the number of what was added').toBeGreaterThan(0)
    const edit = (): Promise<SweptForm> => open(console, known, list, calls, `edit&row=${added.id}`)
    const editing = await edit()
    expect(differing(added.shown, editing.shown)).toEqual([])
    const before = editing.shown

    await editing.fill()
    const { shown } = await editing.save(`${list}: edit`)
    expect([...shown].filter(([key, value]) => before.get(key) !== value).length, 'fields that were changed').toBeGreaterThan(0)
    const again = await edit()
    expect(differing(shown, again.shown)).toEqual([])
    expect([...again.shown.keys()]).toEqual([...shown.keys()])
  })

  test.each(lists)('forms of %s: who may only read is told so instead', async (list) => {
    await signInWith(rights.filter((right) => right.endsWith('.read')))
    const console = wholeConsole()
    await console.open(addressOf(list, 'add'))
    await waitFor(() => expect(notices.get().at(-1)?.text).toBe(problemText('right_missing', 'zh')))
    await console.quiet()
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(location.hash).not.toContain('open=')
  })

  test('every form of the console is among them, or says why it is not', () => {
    const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
    const forms = Object.entries(sources).flatMap(([file, source]) => {
      const bound = [...source.matchAll(/(?:use(?:Add|Edit)Form\(|nounDialogs\(\{\s*save:|\bupdate:)\s*(\w+\.\w+)/g)].map(([, name]) => name!)
      return file.includes('/features/') && bound.length === 0 && /use(Add|Edit|Bound)Form\(|useBoundForm<|useRuledForm[(<]|<FormDialog/.test(source)
        ? [file.replace(/.*\//, '')]
        : bound
    })
    const names = new Set(lists.flatMap(([, noun]) => [`${noun}.save`, `${noun}.update`]))
    expect(forms.filter((name) => !names.has(name) && !(name in exempt))).toEqual([])
    expect(Object.keys(exempt).filter((name) => names.has(name) || !forms.includes(name))).toEqual([])
  })
}
