import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TestOutcome } from './test-dialog.tsx'

const said = (isPassed: boolean, message: string): string[] =>
  [...renderToStaticMarkup(<TestOutcome isPassed={isPassed} message={message} />).matchAll(/<span[^>]*>([^<]*)/g)].map(([, text]) => text!)

test.each([
  ['that it passed', true, '', ['测试通过']],
  ['that it passed, and what was answered', true, '250 OK', ['测试通过', '250 OK']],
  ['that it failed, and why', false, 'no route', ['测试未通过', 'no route']],
])('a test says %s', (_, isPassed, message, words) => expect(said(isPassed, message)).toEqual(words))
