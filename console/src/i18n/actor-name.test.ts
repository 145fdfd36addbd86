import { expect, test } from 'vitest'
import { actorName, actorWithin } from './actor-name.ts'

test('who acts without an account is named in words, and within a sentence as one of its words', () => {
  expect([actorName('command line', 'zh'), actorName('command line', 'en')]).toEqual(['命令行', 'Command line'])
  expect(`3 分钟前由${actorWithin('command line', 'zh')}修改`).toBe('3 分钟前由命令行修改')
  expect(`Changed by ${actorWithin('first start', 'en')}`).toBe('Changed by the platform')
})

test('an account keeps its name, apart from Chinese words by spaces', () => {
  expect([actorName('ada', 'zh'), actorName('ada', 'en')]).toEqual(['ada', 'ada'])
  expect(`3 分钟前由${actorWithin('ada', 'zh')}修改`).toBe('3 分钟前由 ada 修改')
  expect(`Changed by ${actorWithin('ada', 'en')}`).toBe('Changed by ada')
})
