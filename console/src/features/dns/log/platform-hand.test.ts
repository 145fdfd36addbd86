import { expect, test } from 'vitest'
import { nameOfActor, platformHands } from './platform-hand.ts'

test('what acts for the platform is named in words, an account of the same name as it is called', () => {
  expect([nameOfActor('watch', 'platform', 'zh'), nameOfActor('watch', 'platform', 'en')]).toEqual(['执行后观察', 'Watches'])
  expect([nameOfActor('payment alipay', 'platform', 'en'), nameOfActor('command line', 'platform', 'en')]).toEqual(['Payments', 'Command line'])
  expect([nameOfActor('watch', 'administrator', 'zh'), nameOfActor('watch', '', 'zh')]).toEqual(['watch', 'watch'])
})

const sources = import.meta.glob<string>(['../../../../../server/src/**/*.ts', '!**/*.test.ts', '!**/*.testing.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('everything that acts for the platform has words', () => {
  const named = Object.values(sources).flatMap((source) => [...source.matchAll(/platformActor\(['`](\w+)/g)].map(([, name]) => name!))
  const spoken = new Set([...Object.keys(platformHands), 'command', 'first', 'WeChat'])
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !spoken.has(name))).toEqual([])
})
