import { expect, test } from 'vitest'
import { searchNote } from './search-note.ts'

const words = { loading: 'loading', none: 'none', more: (listed: number, total: string) => `${listed} of ${total}` }

test.each([
  ['that it is on its way', { isLoading: true, listed: 0, total: 0, offered: 0 }, 'loading'],
  ['nothing where all are listed', { isLoading: false, listed: 20, total: 20, offered: 20 }, null],
  ['how many there are where not all are listed', { isLoading: false, listed: 20, total: 21, offered: 20 }, '20 of 21'],
  ['so too where none of those listed can be chosen', { isLoading: false, listed: 20, total: 21, offered: 0 }, '20 of 21'],
  ['that none can be chosen', { isLoading: false, listed: 2, total: 2, offered: 0 }, 'none'],
])('a search says %s', (_, found, note) => expect(searchNote(found, words, String)).toBe(note))
