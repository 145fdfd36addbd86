import { expect, it } from 'vitest'
import { checkReasonText } from './check-reason.ts'

it.each([
  ['443: timed out', '端口 443 连接超时', 'Port 443: timed out'],
  ['80: no connection', '端口 80 无法连接', 'Port 80: no connection'],
  ['80', '端口 80', 'Port 80'],
  ['80: reset by peer', '端口 80 reset by peer', 'Port 80: reset by peer'],
  ['', '', ''],
])('%s', (reason, zh, en) => {
  expect(checkReasonText(reason, 'zh')).toBe(zh)
  expect(checkReasonText(reason, 'en')).toBe(en)
})
