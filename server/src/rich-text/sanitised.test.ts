import { describe, expect, it } from 'vitest'
import { richTextCases } from '../../../tests/support/rich-text-cases.ts'
import { imageKeysOf, sanitisedHtml, textOf } from './sanitised.ts'

/** As a browser writes it. */
const asBrowsers = (html: string): string => html.replace(/ \/>/g, '>')

describe('what is saved of', () => {
  it('at least sixty cases', () => expect(richTextCases.length).toBeGreaterThanOrEqual(60))

  it.each(richTextCases)('%s', (_, html, left) => {
    expect(asBrowsers(sanitisedHtml(html))).toBe(left)
  })

  it.each(richTextCases)('%s stays the same when it is saved again', (_, html) => {
    const once = sanitisedHtml(html)
    expect(sanitisedHtml(once)).toBe(once)
  })

  it('nesting without end is its words', () => {
    const deep = sanitisedHtml(`${'<blockquote>'.repeat(5000)}a`)
    expect(deep.match(/<blockquote>/g)!.length).toBeLessThanOrEqual(30)
  })
})

describe('the words of a text', () => {
  it.each([
    ['blocks apart', '<h2>Stop</h2><p>at <b>noon</b></p><ul><li>one</li><li>two</li></ul>', 'Stop at noon one two'],
    ['signs as they are read', '<p>a &amp; b &lt;c&gt; &quot;d&quot; &amp;lt;</p>', 'a & b <c> "d" &lt;'],
    ['nothing', '<p></p><p> <br /></p>', ''],
  ])('%s', (_, html, words) => {
    expect(textOf(sanitisedHtml(html))).toBe(words)
  })
})

it('the images of a text are found by their names', () => {
  const [one, two] = ['A'.repeat(22), 'b-_'.padEnd(22, '0')]
  expect(imageKeysOf(sanitisedHtml(`<img src="/api/sys/message/image/${one}"><img src="x"><img src="/antsxdp/sys/message/image/${two}">`))).toEqual([one, two])
})
