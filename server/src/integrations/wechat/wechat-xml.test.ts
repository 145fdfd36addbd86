import { describe, expect, it } from 'vitest'
import { flatXml, readFlatXml } from './wechat-xml.ts'

describe('a flat message', () => {
  it('is read by name, in CDATA or not', () => {
    const read = readFlatXml('<xml>\n<A><![CDATA[<b>&amp;]]></A>\n <B>12</B><C></C><D><![CDATA[]]></D>\n</xml>\n')
    expect([...read!]).toEqual([
      ['A', '<b>&amp;'],
      ['B', '12'],
      ['C', ''],
      ['D', ''],
    ])
  })
  it.each([
    '',
    'xml',
    '<xml>',
    '<xml></xml><xml></xml>x',
    '<?xml version="1.0"?><xml><A>1</A></xml>',
    '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>&a;</A></xml>',
    '<!DOCTYPE xml SYSTEM "file:///etc/passwd"><xml><A>1</A></xml>',
    '<xml><A>&lt;</A></xml>',
    '<xml><A>&a;</A></xml>',
    '<xml><A>&#65;</A></xml>',
    '<xml><!-- A --><A>1</A></xml>',
    '<xml><?php ?><A>1</A></xml>',
    '<xml><A x="1">1</A></xml>',
    '<xml><A>1</B></xml>',
    '<xml><A><B>1</B></A></xml>',
    '<xml><A>1</A><A>2</A></xml>',
    '<xml><A>1</A>text</xml>',
    '<xml><A/></xml>',
    '<xml><A>1</A',
    '<XML><A>1</A></XML>',
    '<xml x="1"><A>1</A></xml>',
    '<x:xml><A>1</A></x:xml>',
    '<xml><A><![CDATA[1]]>2</A></xml>',
    '<xml><A><![CDATA[1</A></xml>',
    '<xml><__proto__>1</__proto__></xml>',
    '<xml><A>\0</A></xml>',
    `<xml><A>${'x'.repeat(20_000)}</A></xml>`,
  ])('is not %j', (text) => {
    expect(readFlatXml(text)).toBeNull()
  })
  it('of many names that end in nothing is refused at once', () => {
    const began = performance.now()
    expect(readFlatXml(`<xml>${'<A><![CDATA['.repeat(1200)}</xml>`)).toBeNull()
    expect(performance.now() - began).toBeLessThan(1000)
  })
  it('is written so that it reads the same', () => {
    const texts = { A: 'a<b>&c', B: '中文', C: '' }
    expect(Object.fromEntries(readFlatXml(flatXml(texts))!)).toEqual(texts)
    expect(readFlatXml(flatXml({ A: 'a]]>b', N: 5 }))!.get('A')).toBe('a]] >b')
  })
})
