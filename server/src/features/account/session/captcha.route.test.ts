import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@nameplane/contract/limits'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const roots = ['/', '/api/', '/antsxdp/']
const ask = (root: string, remoteAddress: string) => test.app.inject({ url: `${root}sys_login_captcha.jpg?uuid=many`, remoteAddress })

describe('captcha pictures', () => {
  it('lie below the web root and both API roots, and nobody may keep them', async () => {
    for (const root of roots) {
      const answer = await test.app.inject({ url: `${root}sys_login_captcha.jpg?uuid=form-1` })
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, 'image/jpeg', 'no-store'])
      expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    }
  })

  it.each(['', 'a b', 'x'.repeat(65), '<script>'])('are not drawn for the form %o', async (uuid) => {
    expect((await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${encodeURIComponent(uuid)}` })).json()).toMatchObject({
      problem: 'invalid_input',
      fields: { uuid: 'invalid_value' },
    })
  })

  it(`are drawn ${limits.captchaPicturesPerMinute} times a minute for one address, whichever root they are asked below`, async () => {
    const answers = []
    for (let count = 0; count <= limits.captchaPicturesPerMinute; count += 1) answers.push(await ask(roots[count % roots.length]!, '198.51.100.30'))
    const last = answers.pop()!
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect([last.statusCode, last.json()]).toEqual([429, expect.objectContaining({ problem: 'too_many_requests' })])
    expect((await ask('/', '198.51.100.31')).statusCode).toBe(200)
  })
})
