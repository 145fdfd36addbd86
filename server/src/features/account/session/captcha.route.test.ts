import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@nameplane/contract/limits'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const roots = ['/', '/api/', '/antsxdp/']
const ask = (root: string, remoteAddress: string) => test.app.inject({ url: `${root}sys_login_captcha.jpg?uuid=many`, remoteAddress })

describe('captcha pictures', () => {
  it(`are drawn ${limits.captchaPicturesPerMinute} times a minute for one address, whichever root they are asked below`, async () => {
    const answers = []
    for (let count = 0; count <= limits.captchaPicturesPerMinute; count += 1) answers.push(await ask(roots[count % roots.length]!, '198.51.100.30'))
    const last = answers.pop()!
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect([last.statusCode, last.json()]).toEqual([429, expect.objectContaining({ problem: 'too_many_requests' })])
    expect((await ask('/', '198.51.100.31')).statusCode).toBe(200)
  })
})
