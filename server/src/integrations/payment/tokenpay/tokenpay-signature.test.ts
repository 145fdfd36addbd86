import { describe, expect, it } from 'vitest'
import { isTokenPaySigned, tokenPaySignature } from './tokenpay-signature.ts'

// The three worked examples of TokenPay's Wiki/docs.md (revision 017fa79), key 666.
const examples: [string, Record<string, string>, string][] = [
  [
    'an order',
    {
      OutOrderId: 'AJIHK72N34BR2CWG',
      OrderUserKey: 'admin@qq.com',
      ActualAmount: '15',
      Currency: 'TRX',
      NotifyUrl: 'http://localhost:1011/pay/tokenpay/notify_url',
      RedirectUrl: 'http://localhost:1011/pay/tokenpay/return_url?order_id=AJIHK72N34BR2CWG',
    },
    'e9765880db6081496456283678e70152',
  ],
  [
    'a notification',
    {
      ActualAmount: '15',
      Amount: '34.91',
      BaseCurrency: 'CNY',
      BlockChainName: 'TRON',
      BlockTransactionId: '375859c36dc5f5d227b10912b5ec70d36dd34446028064956cb60cdbb74432f5',
      Currency: 'TRX',
      CurrencyName: 'TRX',
      FromAddress: 'TYYjzt6AWhe9hAg9DrhiYXEWKDksyohgQa',
      Id: '63234df7-55bf-93fc-0010-67be493c0c27',
      OutOrderId: 'E6COE6FGZMO5AXSK',
      PayTime: '2022-09-15 16:08:39',
      Status: '1',
      ToAddress: 'TLUF41C386CMU1Wc8pTSCE4QaiZ2xkhTCb',
    },
    'a8f9d179a8d2798c8b5bb90c31db2c9e',
  ],
  ['a question', { Id: '66f9d5a8-d9c7-0224-004f-a16a1c068e08' }, 'baa261cc6af3f5efbed15e17a285f653'],
]

describe('the signature of TokenPay', () => {
  it.each(examples)('is that of its documentation: %s', (_, fields, signature) => {
    const map = new Map(Object.entries(fields))
    expect(tokenPaySignature(map, '666', 'md5')).toBe(signature)
    expect(isTokenPaySigned(map.set('Signature', signature), '666', 'md5')).toBe(true)
    expect(isTokenPaySigned(map, '667', 'md5')).toBe(false)
  })

  it('leaves out fields without a text', () => {
    const fields = new Map([
      ['Id', '66f9d5a8-d9c7-0224-004f-a16a1c068e08'],
      ['PassThroughInfo', ''],
    ])
    expect(tokenPaySignature(fields, '666', 'md5')).toBe('baa261cc6af3f5efbed15e17a285f653')
  })
})
