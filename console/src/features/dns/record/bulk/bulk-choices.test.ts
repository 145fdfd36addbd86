import { expect, test } from 'vitest'
import { changeOf, nothingChosen } from './bulk-choices.ts'

test.each([
  ['a TTL in seconds', { action: 'ttl', ttl: '10m' }, { action: 'ttl', ttl: 600 }],
  ['the line that records move to', { action: 'line', line: 'telecom' }, { action: 'line', lines: ['telecom'] }],
  ['what is found and what stands there instead', { action: 'value', find: 'a', replace: '' }, { action: 'value', find: 'a', replace: '' }],
  ['the lines that records are copied to', { action: 'copy', lines: ['telecom', 'unicom'] }, { action: 'copy', lines: ['telecom', 'unicom'] }],
  ['nothing of other actions', { action: 'delete', find: 'a', lines: ['telecom'] }, { action: 'delete' }],
  ['no TTL that is none', { action: 'ttl', ttl: '-1' }, { field: 'ttl', code: 'bad_ttl' }],
  ['no search for nothing', { action: 'value', replace: 'x' }, { field: 'find', code: 'required' }],
  ['no copy to no line', { action: 'copy' }, { field: 'lines', code: 'required' }],
] as const)('is sent: %s', (_, choices, sent) => {
  expect(changeOf({ ...nothingChosen, ...choices })).toEqual(sent)
})
