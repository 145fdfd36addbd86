import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isWechatSignature, openWechatText, sealWechatText, wechatSignature } from './wechat-crypt.ts'

/* Tencent's published samples of WXBizMsgCrypt: the keys, what goes in and what comes out. */
const sample = {
  token: 'QDG6eK',
  appId: 'wx5823bf96d3bd56c7',
  key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  encrypted:
    'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==',
}

describe('the published sample', () => {
  it('has the signature that we compute over token, time, nonce and text', () => {
    expect(wechatSignature(sample.token, '1409659813', '1372623149', sample.encrypted)).toBe('477715d11cdb4164915debcba66cb864d751f3e6')
  })
  it('opens to its message', () => {
    expect(openWechatText(sample.encrypted, sample.key, sample.appId)).toBe(
      [
        '<xml><ToUserName><![CDATA[wx5823bf96d3bd56c7]]></ToUserName>',
        '<FromUserName><![CDATA[mycreate]]></FromUserName>',
        '<CreateTime>1409659813</CreateTime>',
        '<MsgType><![CDATA[text]]></MsgType>',
        '<Content><![CDATA[hello]]></Content>',
        '<MsgId>4561255354251345929</MsgId>',
        '<AgentID>218</AgentID>',
        '</xml>',
      ].join('\n'),
    )
  })
  it('of an address check has our signature and opens to its number', () => {
    const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=='
    expect(wechatSignature(sample.token, '1409659589', '263014780', echo)).toBe('5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3')
    expect(openWechatText(echo, sample.key, sample.appId)).toBe('1616140317555161061')
  })
  it('of encrypting is met letter for letter', () => {
    const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
    expect(sealWechatText('我是中文abcd123', key, 'wxb11529c136998cb6', Buffer.from('aaaabbbbccccdddd'))).toBe(
      'jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==',
    )
  })
})

describe('an encrypted text', () => {
  const { key, appId, encrypted } = sample
  const changed = (at: number): string => {
    const bytes = Buffer.from(encrypted, 'base64')
    bytes[at]! ^= 1
    return bytes.toString('base64')
  }
  it.each([0, 1, 15, 16, 31, 47, 63, 120, 200, 300].flatMap((length) => [`x`.repeat(length), '微'.repeat(length)]))('of %j comes back as it was', (text) => {
    expect(openWechatText(sealWechatText(text, key, appId, Buffer.alloc(16, 7)), key, appId)).toBe(text)
  })
  it.each([
    ['for another application', encrypted, 'wx5823bf96d3bd56c8'],
    ['for an application whose name begins like ours', encrypted, 'wx5823bf96d3bd56c'],
    ['for ours and more', encrypted, `${appId}0`],
    ['with a changed last byte', changed(Buffer.from(encrypted, 'base64').length - 1), appId],
    ['with a changed byte before the last block', changed(Buffer.from(encrypted, 'base64').length - 17), appId],
    ['with a changed length', changed(0), appId],
    ['cut by a block', Buffer.from(encrypted, 'base64').subarray(0, -16).toString('base64'), appId],
    ['cut within a block', Buffer.from(encrypted, 'base64').subarray(0, -3).toString('base64'), appId],
    ['of one block', Buffer.from(encrypted, 'base64').subarray(0, 16).toString('base64'), appId],
    ['that is empty', '', appId],
    ['that is no base64', 'not base64 at all!', appId],
    ['with white space within', `${encrypted.slice(0, 8)}\n${encrypted.slice(8)}`, appId],
    ['of a base64 with stray bits', encrypted.replace(/7Q==$/, '7R=='), appId],
  ])('%s is none', (_, text, application) => {
    expect(openWechatText(text, key, application)).toBeNull()
  })
  it('with more behind it than an application is none', () => {
    const sealed = sealWechatText('', key, 'x'.repeat(40), Buffer.alloc(16))
    expect(openWechatText(sealed, key, appId)).toBeNull()
  })
  it('whose padding is not what its last byte says is none', () => {
    const secret = Buffer.from(`${key}=`, 'base64')
    const sealedWith = (padding: Buffer): string => {
      const cipher = createCipheriv('aes-256-cbc', secret, secret.subarray(0, 16)).setAutoPadding(false)
      // 16 of chance, 4 of length, 18 of the application: ten more make three blocks of 16.
      return Buffer.concat([cipher.update(Buffer.concat([Buffer.alloc(20), Buffer.from(appId), padding])), cipher.final()]).toString('base64')
    }
    expect(openWechatText(sealedWith(Buffer.alloc(10, 10)), key, appId)).toBe('')
    expect(openWechatText(sealedWith(Buffer.concat([Buffer.alloc(9), Buffer.from([10])])), key, appId)).toBeNull()
    expect(openWechatText(sealedWith(Buffer.concat([Buffer.alloc(9, 10), Buffer.from([0])])), key, appId)).toBeNull()
    expect(openWechatText(sealedWith(Buffer.concat([Buffer.alloc(9, 33), Buffer.from([33])])), key, appId)).toBeNull()
  })
  it('is opened by no key of another length', () => {
    for (const wrong of ['', key.slice(1), `${key}A`, `${key.slice(1)}=`, `${key.slice(1)}-`])
      expect(() => openWechatText(encrypted, wrong, appId)).toThrow('43')
  })
})

describe('a signature', () => {
  const right = wechatSignature('a', 'b', 'c')
  it('does not depend on the order of its words', () => {
    expect(wechatSignature('c', 'a', 'b')).toBe(right)
  })
  it.each(['', right.toUpperCase(), right.slice(1), `${right}0`, `${right.slice(1)}0`, '0'.repeat(40), `${right}\n`, ` ${right}`])(
    '%j is not the right one',
    (wrong) => {
      expect(isWechatSignature(wrong, 'a', 'b', 'c')).toBe(wrong === right)
    },
  )
  it('is taken when it is right', () => expect(isWechatSignature(right, 'a', 'b', 'c')).toBe(true))
})
