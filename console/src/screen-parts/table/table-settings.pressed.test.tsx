import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { tablePreferenceDefaults } from '@nameplane/contract/limits'
import { pressed } from '../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { shownColumns, type Column } from './column.ts'
import { adoptTablePreference, useTablePreference, type TablePreference } from './table-preference.ts'
import { TableSettings } from './table-settings.tsx'

const words = partsMessages.zh
const columns = ['name', 'size', 'owner', 'note'].map((key): Column<never> => ({
  key,
  title: { zh: key, en: key },
  cell: () => null,
  isFixed: key === 'name',
  isHiddenAtFirst: key === 'note',
}))
/** What is chosen, as tables are told. */
const preference: { current: TablePreference | null } = { current: null }

function Settings() {
  const chosen = useTablePreference()
  useEffect(() => void (preference.current = chosen))
  return <TableSettings name="parts" columns={columns} />
}

const shown = () => shownColumns(columns, preference.current!.columns['parts'], preference.current!.order['parts']).map(({ key }) => key)
function look(): object {
  const { columns: _, order: __, ...look } = preference.current!
  return look
}
const button = (name: string) => screen.getByRole('button', { name })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
let hand: ReturnType<typeof pressed>

beforeEach(async () => {
  adoptTablePreference(null)
  hand = pressed(<Settings />)
  await hand.click(button(words.tableSettings))
  return () => adoptTablePreference(null)
})

test('the settings of a table move a column by one place up or down, up to the ends', async () => {
  expect(shown()).toEqual(['name', 'size', 'owner'])
  await hand.click(button(words.moveUp('owner')))
  expect(shown()).toEqual(['name', 'owner', 'size'])
  await hand.click(button(words.moveDown('name')))
  expect(shown()).toEqual(['owner', 'name', 'size'])
  await hand.click(button(words.moveDown('owner')))
  expect(shown()).toEqual(['name', 'owner', 'size'])
  const atEnds = [words.moveUp('name'), words.moveDown('name'), words.moveUp('note'), words.moveDown('note')]
  expect(atEnds.map((name) => button(name)).map((one) => one.getAttribute('aria-disabled') === 'true' || one.hasAttribute('disabled'))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('they show and hide columns, but for the one that names the row', async () => {
  expect(['name', 'size', 'note'].map((name) => box(name).checked)).toEqual([true, true, false])
  expect(box('name').disabled).toBe(true)
  await hand.click(box('size'))
  await hand.click(box('note'))
  expect(shown()).toEqual(['name', 'owner', 'note'])
})

test('they say how tables look, and take it all back', async () => {
  expect(look()).toEqual(tablePreferenceDefaults)
  await hand.click(button(words.large))
  await hand.click(button(words.center))
  await hand.selectOptions(screen.getByRole('combobox', { name: words.perPage }), '50')
  for (const name of [words.stripe, words.border, 'note']) await hand.click(box(name))
  expect(look()).toEqual({ stripe: 1, border: 1, size: 'large', align: 'center', pagesize: 50 })
  expect(button(words.large).getAttribute('aria-pressed')).toBe('true')
  for (const name of [words.stripe, words.border]) await hand.click(box(name))
  expect(look()).toEqual({ stripe: 0, border: 0, size: 'large', align: 'center', pagesize: 50 })
  await hand.click(button(words.restoreDefaults))
  expect(look()).toEqual(tablePreferenceDefaults)
  expect(shown()).toEqual(['name', 'size', 'owner'])
})
