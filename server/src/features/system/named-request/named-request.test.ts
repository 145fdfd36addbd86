import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountActions, commonActions, namedRequest } from '@nameplane/contract/system/named-request'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const ask = (sent: { method?: string; url: string; param?: unknown }, token?: string | null) => test.call(namedRequest.common, sent, token)

describe('a named request', () => {
  it('answers what the named call answers', async () => {
    const sent = { method: 'get', url: 'app/common/query/ip/area', param: { ip: '198.51.100.1' } }
    const answer = await ask(sent)
    expect(answer).toMatchObject({ data: { ip: '198.51.100.1' } })
    expect(await ask({ ...sent, url: '/antsxdp/app/common/query/ip/area', param: JSON.stringify(sent.param) })).toEqual(answer)
    expect(await test.call(namedRequest.commonBelowSys, sent as never)).toEqual(answer)
  })

  it('passes on what the named call refuses, at the parameters', async () => {
    const refusal = await refusalOf(ask({ url: 'app/common/query/ip/area', param: { ip: '127.1' } }))
    expect(refusal).toMatchObject({ problem: 'invalid_ip', fields: { param: 'invalid_ip' } })
  })

  it.each([
    'http://127.0.0.1:22/',
    'https://example.com/',
    'file:///etc/passwd',
    '//127.0.0.1/',
    'sys/user/list',
    'sys/menu/nav',
    'app/common/query/ip/area/../../../../sys/user/list',
    'app/common/query/ip/area?ip=1.1.1.1',
    'sys_common/request',
    '__proto__',
  ])('reaches nothing beyond its list: %s', async (url) => {
    expect(await refusalOf(ask({ url }))).toMatchObject({ fields: { url: 'unknown_action' } })
  })

  it('knows a call by its method too', async () => {
    expect(await refusalOf(ask({ method: 'POST', url: 'app/common/query/ip/area', param: { ip: '198.51.100.1' } }))).toMatchObject({
      problem: 'unknown_action',
    })
    expect(await refusalOf(ask({ method: 'DELETE', url: 'app/common/web/config' }))).toMatchObject({ fields: { method: expect.any(String) as unknown } })
  })

  it('is answered to the caller alone, as the caller', async () => {
    expect(await refusalOf(ask({ url: 'app/common/web/config' }, null))).toMatchObject({ problem: 'session_lost' })
    const token = await test.tokenWith(['domain.read'])
    const nav = await test.call(namedRequest.account, { url: 'sys/menu/nav' }, token)
    expect(nav).toMatchObject({ permissions: ['domain.read'] })
    expect(await refusalOf(test.call(namedRequest.account, { url: 'app/common/web/config' }, token))).toMatchObject({ problem: 'unknown_action' })
  })

  it('names calls that only read', () => {
    for (const action of [...commonActions, ...accountActions]) expect([action.path, action.effect]).toEqual([action.path, 'read'])
  })
})
