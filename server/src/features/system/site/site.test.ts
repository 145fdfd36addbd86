import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { message } from '@nameplane/contract/account/message'
import { numberedStates } from '@nameplane/contract/system/numbered-states'
import { site } from '@nameplane/contract/system/site'
import { SiteSettings, siteSettings } from '@nameplane/contract/system/settings/site'
import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { sitePageValues } from './site.store.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

async function setSite(value: Record<string, unknown>): Promise<void> {
  const param_value = JSON.stringify(value)
  await test.db
    .insertInto('system_config')
    .values({ param_key: siteSettings.key, param_value })
    .onConflict((conflict) => conflict.column('param_key').doUpdateSet({ param_value }))
    .execute()
}
const paramValue = async () => JSON.parse((await test.call(site.index, {}, null)).data.web_config.paramValue) as SiteSettings

describe('what everybody may know of the site', () => {
  it('is empty until it is set, and then what was set', async () => {
    expect(await paramValue()).toEqual(SiteSettings.parse({}))
    await setSite({ basic: { webName: '星辰解析', lang: 'en' }, contact: { email: 'help@example.net' }, userDir: 'my' })
    expect(await paramValue()).toMatchObject({ basic: { webName: '星辰解析', lang: 'en', favicon: '' }, contact: { email: 'help@example.net', qq: '' } })
    const { data } = await test.call(site.indexBelowSys, {}, null)
    expect(data).toEqual((await test.call(site.index, {}, null)).data)
    expect(data.user_dir).toBe('my')
    expect((await test.call(site.config, {}, null)).data).toEqual(data.web_config)
  })

  it.each(['https://evil.example/x.png', '//evil.example/x.png', 'javascript:alert(1)', '/a b.png'])('never names a picture elsewhere: %s', async (favicon) => {
    await setSite({ basic: { favicon, webName: 'kept' } })
    expect((await paramValue()).basic.favicon).toBe('')
  })

  it('holds the WeChat code while that is on, and never a picture elsewhere', async () => {
    const codeOf = async () => (await test.call(site.index, {}, null)).data.wechat_code
    expect(await codeOf()).toBeNull()
    const code = { picture: '/api/sys_common/picture/AAAAAAAAAAAAAAAAAAAAAA', caption: '扫码联系客服', captionEn: 'Scan to reach support' }
    await setSetting(test.db, wechatCode, code)
    expect(await codeOf()).toEqual(code)
    expect(JSON.parse((await sitePageValues(test.db))['nameplane-site'])).toMatchObject({ wechatCode: code })
    for (const picture of ['https://evil.example/x.png', '//evil.example/x.png', 'javascript:alert(1)', '']) {
      await test.db
        .updateTable('system_config')
        .set({ param_value: JSON.stringify({ ...code, picture }) })
        .where('param_key', '=', wechatCode.key)
        .execute()
      expect(await codeOf(), picture).toBeNull()
    }
    await setSetting(test.db, wechatCode, code)
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', wechatCode.key).execute()
    expect(await codeOf()).toBeNull()
  })

  it('says which parts are on', async () => {
    expect((await test.call(site.index, {}, null)).data).toMatchObject({ exclusive_mode: [], rewrite: false })
    await test.call(menuRow.setFeatures, { exclusiveMode: ['dm', 'rs'], rewrite: true })
    expect((await test.call(site.index, {}, null)).data).toMatchObject({ exclusive_mode: ['dm', 'rs'], rewrite: true })
  })

  it('names every numbered state of the specification', async () => {
    const { data } = await test.call(site.enums, {}, null)
    expect(data['orderStatus']?.map((state) => state.code)).toEqual([0, 10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 24])
    expect(data['paymentMethod']?.map((state) => state.code)).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10])
    expect(Object.keys(data)).toEqual(Object.keys(numberedStates))
  })

  it('are published notices for everybody, and nothing else that is written', async () => {
    // Somebody who receives letters.
    await test.db.insertInto('account').values({ username: 'reader', type: 2, password_hash: 'none', language: null }).execute()
    const write = (title: string, more: object) => test.call(message.save, { title, content: `<p>${title}</p>`, type: 2, audience: 'all', ...more } as never)
    await write('for all', { action: 'publish' })
    await write('a draft', { action: 'draft' })
    await write('for administrators', { action: 'publish', audience: 'class', classes: ['administrator'] })
    await write('a letter', { action: 'publish', type: 1 })
    expect((await test.call(site.notices, {}, null)).data.list.map((row) => [row.title, row.content])).toEqual([['for all', '<p>for all</p>']])
  })
})
