import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '@nameplane/contract/account/session'
import { setting } from '@nameplane/contract/system/setting'
import { agreements } from '@nameplane/contract/system/settings/agreement'
import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { otherUrlFlag, platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { site } from '@nameplane/contract/system/site'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { sitePageValues } from './site.store.ts'

/* What a saved setting of the site does: to what everybody is told before signing in, to the pages, and to the menu. */

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const save = async (key: string, sent: { paramValue?: Record<string, unknown>; status?: 0 | 1 }) =>
  test.call(setting.update, { id: (await test.call(setting.ofKey, { key })).config.id, ...sent })
const index = async () => (await test.call(site.index, {}, null)).data
const pageSite = async () => JSON.parse((await sitePageValues(test.db))['nameplane-site']) as Record<string, unknown>

describe('a saved setting', () => {
  it('of the site names it to everybody and on every page, member by member', async () => {
    const picture = (letter: string) => `/api/sys_common/picture/${letter.repeat(22)}`
    const basic = {
      favicon: picture('A'),
      logoImgLight: picture('B'),
      logoImgDark: picture('C'),
      webName: '星辰解析',
      icp: '京ICP备00000000号',
      isp: 'B1-00000000',
      lang: 'en',
    }
    const contact = { mobile: '400-000', email: 'help@example.net', qq: '10000', company: '示例公司', telegram: 'stars', skype: 'stars-live' }
    const seo = { title: '解析', keywords: 'dns, 解析', description: '解析平台' }
    await save(siteSettings.key, { paramValue: { basic, seo, contact, userDir: 'my' } })
    expect(JSON.parse((await index()).web_config.paramValue)).toEqual({ basic, seo, contact, userDir: 'my' })
    expect((await index()).user_dir).toBe('my')
    expect(await pageSite()).toMatchObject({ basic, contact, seo: { title: '解析' }, userDir: 'my' })
    expect(await sitePageValues(test.db)).toMatchObject({ keywords: 'dns, 解析', description: '解析平台' })
  })

  it('of agreements offers those that say something, without scripts, and none once it is off', async () => {
    expect((await index()).agreements).toEqual([])
    await save(agreements.key, { paramValue: { service: { zh: '<p>条款</p><script>alert(1)</script>', en: '' }, privacy: { zh: '<p> </p>', en: '' } } })
    expect((await index()).agreements).toEqual(['service'])
    expect(await pageSite()).toMatchObject({ agreements: ['service'] })
    expect((await test.call(site.agreement, { kind: 'service' }, null)).data).toEqual({ zh: '<p>条款</p>', en: '<p>条款</p>' })
    await save(agreements.key, { status: 0 })
    expect((await index()).agreements).toEqual([])
    expect((await test.call(site.agreement, { kind: 'service' }, null)).data).toEqual({ zh: '', en: '' })
  })

  it('of the CDN client puts its link on every page', async () => {
    expect(await pageSite()).not.toHaveProperty('otherUrl')
    await save(otherUrl.key, { paramValue: { name: '客户端', url: 'https://cdn.example/' } })
    expect((await index()).other_url).toEqual({ name: '客户端', url: 'https://cdn.example/' })
    expect(await pageSite()).toMatchObject({ otherUrl: { url: 'https://cdn.example/' } })
  })

  it('of features turns parts of the menu on and off', async () => {
    const paths = async () => JSON.stringify((await test.call(session.navigation, {})).menuList)
    expect(await paths()).not.toContain('/system/config/other-url')
    await save(platformFeatures.key, { paramValue: { exclusiveMode: ['dm'], rewrite: true, custom: { [otherUrlFlag]: 1 } } })
    expect(await index()).toMatchObject({ exclusive_mode: ['dm'], rewrite: true })
    expect(await paths()).toContain('/system/config/other-url')
    await save(platformFeatures.key, { paramValue: { custom: { [otherUrlFlag]: 0 } } })
    expect(await paths()).not.toContain('/system/config/other-url')
    expect(await index()).toMatchObject({ rewrite: false })
  })

  it('of the WeChat code shows it while it is on', async () => {
    const code = { picture: '/api/sys_common/picture/AAAAAAAAAAAAAAAAAAAAAA', caption: '扫码联系客服', captionEn: 'Scan to reach support' }
    await save(wechatCode.key, { paramValue: code, status: 1 })
    expect((await index()).wechat_code).toEqual(code)
    await save(wechatCode.key, { status: 0 })
    expect((await index()).wechat_code).toBeNull()
  })
})
