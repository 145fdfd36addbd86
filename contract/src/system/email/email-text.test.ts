import { describe, expect, it } from 'vitest'
import { emailWords, renderedEmail } from './email-rendering.ts'
import { filledHtml, filledText, htmlRefusal, textOfHtml, variablesIn } from './email-text.ts'

describe('variables of a template', () => {
  it('are named once each, spaces around them aside', () => {
    expect(variablesIn('{{a}} {{ a }} {{b c}} {x} {{}} {{{d}}}')).toEqual(['a', 'b c', '', 'd'])
  })

  it('are put into text as they are and into HTML as text', () => {
    const values = { who: `<img src=x onerror="alert('1')"> & {{code}}`, code: '1\n2' }
    expect(filledText('{{who}}|{{code}}|{{none}}', values)).toBe(`${values.who}|1\n2|`)
    expect(filledHtml('<p>{{who}}</p><p>{{code}}</p>', values)).toBe(
      '<p>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; {{code}}</p><p>1<br>2</p>',
    )
  })

  it('of an object’s own kind are not there', () => {
    expect(filledText('{{constructor}}{{__proto__}}', {})).toBe('')
  })
})

describe('HTML of a template', () => {
  it.each([
    '<p style="color:#333">text</p>',
    '<a href=\'https://example.com/?a=1&b=2\' target="_blank">here</a>',
    '<img src="https://example.com/logo.png" alt="logo" width="120"/><br/><hr>',
    '<table cellpadding="0"><tr><td colspan="2" align="center">{{code}}</td></tr></table>',
    'a &lt; b &amp; c',
    '<A HREF="mailto:a@example.com">mail</A>',
  ])('%s is taken', (html) => {
    expect(htmlRefusal(html)).toBeNull()
  })

  it.each([
    ['<script>alert(1)</script>', 'refused'],
    ['<p onclick="x()">a</p>', 'refused'],
    ['<p/onclick="x()">a</p>', 'refused'],
    ['<img src="javascript:alert(1)">', 'refused'],
    ['<a href="java\nscript:alert(1)">a</a>', 'refused'],
    ['<a href="&#106;avascript:alert(1)">a</a>', 'refused'],
    ['<a href="{{code}}">a</a>', 'refused'],
    ['<a href=https://example.com>a</a>', 'refused'],
    ['<p style="background:url(https://example.com/x)">a</p>', 'refused'],
    ['<p style="background:u\\72l(x)">a</p>', 'refused'],
    ['<p style="width:expression(1)">a</p>', 'refused'],
    ['<style>p{}</style>', 'refused'],
    ['<iframe srcdoc="x"></iframe>', 'refused'],
    ['<form action="https://example.com"></form>', 'refused'],
    ['<svg><p>', 'refused'],
    ['<!-- <p> -->', 'refused'],
    ['<p', 'refused'],
    ['a < b', 'refused'],
    ['a > b', 'refused'],
    ['<p title="a>b">x</p>', 'refused'],
    ['</p x>', 'refused'],
    ['<p>', 'unclosed'],
    ['</p>', 'unclosed'],
    ['<p><b></p></b>', 'unclosed'],
    ['</br>', 'unclosed'],
    ['</td></tr></table><p>out of the frame</p>', 'unclosed'],
  ])('%s is %s', (html, kind) => {
    expect(htmlRefusal(html)?.kind).toBe(kind)
  })

  it('becomes plain text with its lines, links and signs', () => {
    expect(textOfHtml('<h3>A &amp; B</h3>\n<p>one<br>two   three</p><ul><li>x</li><li>y</li></ul><p><a href="https://e.example">here</a> 1 &lt; 2</p>')).toBe(
      'A & B\n\none\ntwo three\n\n- x\n- y\n\nhere (https://e.example) 1 < 2',
    )
  })
})

describe('a letter', () => {
  it('has a subject of one line, HTML in the frame of its language, and text made from the HTML', () => {
    const words = { subject: '{{title}}', html: '<p>{{title}}</p>', text: '' }
    const email = renderedEmail(words, 'zh', { title: 'a\r\nBcc: b\u2028c', site: '<站>' })
    expect(email.subject).toBe('a Bcc: b c')
    expect(email.html).toContain('<html lang="zh-CN">')
    expect(email.html).toContain('此邮件由 &lt;站&gt; 自动发送')
    expect(email.html).not.toContain('<站>')
    expect(email.text).toBe('a\nBcc: b c\n')
    expect(renderedEmail({ ...words, text: 'own {{title}}' }, 'en', { title: '<b>' }).text).toBe('own <b>\n')
  })

  it('says what an administrator wrote in the language, else what the platform says', () => {
    const own = { subject: 's', html: '<p>h</p>', text: '' }
    const templates = [{ name: 'test', status: 1 as const, zh: own }]
    expect(emailWords('test', templates, 'zh')).toEqual(own)
    expect(emailWords('test', templates, 'en').subject).toBe('Test email from {{site}}')
  })
})
