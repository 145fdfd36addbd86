import { expect, test } from 'vitest'
import { changedFields } from './changed-meanwhile.tsx'

type Row = { name: string; ttl: number }
const fields = [
  { label: 'Name', valueOf: (row: Row) => row.name },
  { label: 'TTL', valueOf: (row: Row) => String(row.ttl) },
]

test.each([
  ['nothing changed', { name: 'a', ttl: 60 }, []],
  ['one field changed', { name: 'a', ttl: 600 }, [{ label: 'TTL', value: '600' }]],
  ['a field was emptied', { name: '', ttl: 60 }, [{ label: 'Name', value: '' }]],
])('what somebody else saved meanwhile: %s', (_, now, expected) => {
  expect(changedFields({ name: 'a', ttl: 60 }, now, fields)).toEqual(expected)
})
