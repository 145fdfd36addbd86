import { expect, test } from 'vitest'
import { domainActions } from './domain-actions.ts'
import { recordMessages } from './record.messages.ts'

/** Keys of what is offered, and which of it would do nothing but say why. */
function offered(refusal: string | null): { all: string[]; refused: string[] } {
  const { buttons, actions } = domainActions(recordMessages.en, refusal, () => undefined)
  const all = [...buttons, ...actions]
  for (const action of all) expect([null, refusal]).toContain(action.refusal)
  return { all: all.map(({ key }) => key), refused: all.filter((action) => action.refusal !== null).map(({ key }) => key) }
}

test('who may change records is refused nothing', () => expect(offered(null).refused).toEqual([]))

test('who may not is told so of each change, and still explains, exports and reads the history', () => {
  const { all, refused } = offered('no right')
  expect(refused).toEqual(['add', 'template', 'import', 'paste', 'bulk'])
  expect(all.filter((key) => !refused.includes(key))).toEqual(['explain', 'export-bind', 'export-json', 'export-csv', 'export-xlsx', 'history', 'refresh'])
})

test('each of them does what it says', () => {
  const done: string[] = []
  const { buttons, actions } = domainActions(recordMessages.en, null, (action) => void done.push(action))
  for (const action of [...buttons, ...actions]) action.run()
  expect(done).toEqual([...buttons, ...actions].map(({ key }) => key))
})
