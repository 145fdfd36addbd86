import { expect, test } from 'vitest'
import type { UpdateKey } from '@nameplane/contract/dns/update-key'
import { formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { updateKeys } from './update-key-list.tsx'
import { updateKeyMessages } from './update-key.messages.ts'

const used = (lastUseTime: string | null, language: 'zh' | 'en') => cellOf(updateKeys, 'lastUseTime', { lastUseTime } as UpdateKey, language)

test.each(['zh', 'en'] as const)('a key says when it was used last, or that it never was (%s)', (language) => {
  const { never } = updateKeyMessages[language]
  expect(used(null, language)).toEqual({ text: never })
  const time = '2020-03-09T14:05:09Z'
  expect(used(time, language).title).toBe(formatExactTime(time))
  expect(used(time, language).text).not.toContain(never)
})
