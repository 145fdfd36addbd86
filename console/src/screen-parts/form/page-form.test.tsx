import { expect, test } from 'vitest'
import { currentLanguage } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { shownWith } from '../shown-with.testing.tsx'
import { PageForm } from './page-form.tsx'

const text = textsIn(partsMessages, currentLanguage())
type Props = Parameters<typeof PageForm>[0]
type Part = Partial<Props['form']> & Pick<Partial<Props>, 'refusal' | 'refusalId'>
function shown({ refusal = null, refusalId, ...form }: Part = {}): string {
  const given = { call: 'sys/one/save', problem: null, theirs: null, isRunning: false, isDirty: false, ...form }
  const why = { refusal, ...(refusalId === undefined ? {} : { refusalId }) }
  return shownWith(
    <PageForm form={given} {...why} submitLabel="Save it" onSubmit={() => {}} onDiscard={() => {}}>
      <i>fields</i>
    </PageForm>,
    [],
  )
}
const fieldset = (html: string): string => /<fieldset[^>]*>/.exec(html)![0].replace(/ class="[^"]*"/, '')

test('a form that cannot be saved is closed and says why: by itself, or by who says it already', () => {
  expect(fieldset(shown())).toBe('<fieldset>')
  expect(fieldset(shown({ refusal: 'no right' }))).toBe('<fieldset disabled="" title="no right">')
  expect(fieldset(shown({ refusal: 'no right', refusalId: 'above' }))).toBe('<fieldset disabled="" aria-describedby="above">')
})

test('a form offers to discard what was typed, if anything was and it can be saved', () => {
  const buttons = (part: Part): number => shown(part).split('<button').length - 1
  expect([buttons({}), buttons({ isDirty: true }), buttons({ isDirty: true, refusal: 'no right' })]).toEqual([1, 2, 1])
})

test('a form says that it is being saved, and is saved once', () => {
  const running = shown({ isRunning: true })
  expect([shown().includes('Save it'), running.includes('Save it'), running.includes(text.saving), / disabled=""/.test(running)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('a form says what somebody else saved meanwhile, also that it was emptied', () => {
  const fields = [
    { label: 'Name', value: 'theirs' },
    { label: 'Remark', value: '' },
  ]
  const pairs = [...shown({ theirs: fields }).matchAll(/<d[td][^>]*>([^<]*)/g)].map(([, part]) => part)
  expect(pairs).toEqual(['Name', 'theirs', 'Remark', text.emptyValue])
  expect(shown({ theirs: [] })).toContain(text.changedMeanwhile)
  expect(shown({ theirs: [] })).not.toContain('<dl')
  expect(shown()).not.toContain(text.changedMeanwhile)
})
