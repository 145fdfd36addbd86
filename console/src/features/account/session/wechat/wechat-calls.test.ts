import { expect, it } from 'vitest'
import { wechat } from '@nameplane/contract/account/wechat'
import { wechatCalls } from './wechat-calls.ts'

it.each(Object.keys(wechatCalls) as (keyof typeof wechatCalls)[])('%s is called where the contract says', (name) => {
  expect({ method: wechatCalls[name].method, path: wechatCalls[name].path }).toEqual({ method: wechat[name].method, path: wechat[name].path })
})
