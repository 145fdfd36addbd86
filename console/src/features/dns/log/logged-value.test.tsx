import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatExactTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { logMessages } from './log.messages.ts'
import { LoggedValue } from './logged-value.tsx'

const { absent, yes, no } = textsIn(logMessages, currentLanguage()).detail
const time = '2026-03-09T14:05:09.000Z'

test.each([
  ['nothing', null, absent],
  ['an empty text', '""', absent],
  ['an empty list', '[]', absent],
  ['a text', '"ns1.dns.example"', 'ns1.dns.example'],
  ['a number', '0', '0'],
  ['yes', 'true', yes],
  ['no', 'false', no],
  ['a moment', JSON.stringify(time), formatExactTime(time)],
  ['a text with a moment in it', JSON.stringify(`since ${time}`), `since ${time}`],
  ['a list of texts', '["a","b"]', '• a • b'],
  ['a list of other things', '[1,{"a":2}]', '• 1 • {"a":2}'],
  ['an object', '{"a":2}', '{"a":2}'],
])('%s in the log is shown as people write it', (_, json, expected) => {
  const html = renderToStaticMarkup(<LoggedValue json={json} />)
  const shown = html
    .replaceAll('<li>', ' • ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
  expect(shown.trim()).toBe(expected)
})
