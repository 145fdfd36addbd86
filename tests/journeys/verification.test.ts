import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { verification } from '@nameplane/contract/account/verification'
import { setting } from '@nameplane/contract/system/setting'
import { fillSignIn, newVisitor, openBrowser, takePicture, type Visitor } from '../support/browser.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../support/cloud-judge.ts'
import { faceKeys, faceScenes, startFakeAlibabaFace, startFakeTencentFace, type FakeFace } from '../support/fake-identity.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/*
 * Real-name verification from its set-up to a verified user: an administrator fills in both providers and tries them, users are looked
 * at, and what came of it is seen, revealed and decided. The providers are strict peers.
 */
let judge: CloudJudge
let tencent: FakeFace
let alibaba: FakeFace
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  if (!isPythonThere) return
  judge = await startCloudJudge()
  tencent = await startFakeTencentFace(judge)
  alibaba = await startFakeAlibabaFace(judge, 'cloudauth.cn-shanghai.aliyuncs.com')
  const fakes = { 'https://faceid.tencentcloudapi.com': tencent.baseUrl, 'https://cloudauth.cn-shanghai.aliyuncs.com': alibaba.baseUrl }
  platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify(fakes) } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await Promise.all([tencent?.close(), alibaba?.close(), judge?.close()])
})

const password = 'tulip-Ferry-29-moss'
const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
/** A required field's label ends with a star. */
const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en)}\\*?$`))
const dialog = (): Locator => page.getByRole('dialog').last()
const screen = (path: string): Promise<void> => page.locator(`main[data-screen="${path}"]`).waitFor()
const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name })

async function tryIt(): Promise<void> {
  await button('测试', 'Test').click()
  await dialog()
    .getByRole('button', { name: say('测试', 'Test'), exact: true })
    .click()
}
async function closeDialog(): Promise<void> {
  await dialog()
    .getByRole('button', { name: say('关闭', 'Close'), exact: true })
    .last()
    .click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
}
async function save(): Promise<void> {
  await saveSetting(page, button('保存配置', 'Save'))
}

/** A user with a session of his own, and the calls that he makes with it. */
async function newUser(
  name: string,
): Promise<{ call: (path: string, sent: object) => Promise<{ code: number; data: { id: number; state: string; url: string } }>; leave: () => Promise<void> }> {
  await platform.call(user.save, { username: name, password, passwordAgain: password, resetDue: false })
  const own = await newVisitor(browser, platform, { language: 'en' })
  await own.open('/login')
  await fillSignIn(own.page, name, password)
  await own.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  const call = (path: string, sent: object) =>
    own.page.evaluate(
      async ([to, body]) => {
        const headers = { 'content-type': 'application/json', token: localStorage.getItem('token')! }
        return (await fetch(`/api/${to}`, { method: 'POST', headers, body: body! })).json() as Promise<{
          code: number
          data: { id: number; state: string; url: string }
        }>
      },
      [path, JSON.stringify(sent)],
    )
  return { call, leave: () => own.close() }
}

describe.runIf(isPythonThere).each([
  { language: 'zh', theme: 'light', numbers: ['11010519491231002X', '440524188001010014'] },
  { language: 'en', theme: 'dark', numbers: ['110101199003072711', '110101199003072287'] },
] as const)('in $language', ({ language, theme, numbers }) => {
  const [passes, fails] = [`ming-${language}`, `hua-${language}`]
  const administrator = `checker-${language}`
  const picture = (name: string) => takePicture(page, `verification-${name}-${language}`)

  beforeAll(async () => {
    // Settings are tried a few times a minute by one administrator, no more.
    const { password_hash } = await platform.db.selectFrom('account').select('password_hash').where('username', '=', adminName).executeTakeFirstOrThrow()
    await platform.db.insertInto('account').values({ username: administrator, type: 1, password_hash, is_super: true, language: null }).execute()
  })
  beforeEach(async () => {
    visitor = await newVisitor(browser, platform, { language, theme })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await visitor.open('/login')
    await fillSignIn(page, administrator, adminPassword)
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    return () => visitor.close()
  })

  test('both providers are refused with wrong keys, and taken with right ones', async () => {
    await platform.db.updateTable('system_config').set({ status: 0, param_value: '{}' }).where('param_key', 'like', 'VERIFICATION_%').execute()
    await visitor.open('/system/config/verification/wechat')
    await field('SecretId', 'SecretId').waitFor()
    await button('保存配置', 'Save').click()
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(3)
    await picture('wechat-refused')
    await field('SecretId', 'SecretId').fill(faceKeys.id)
    await field('SecretKey', 'SecretKey').fill('not the secret'.replaceAll(' ', '-'))
    await field('RuleId', 'RuleId').fill(faceScenes.tencent)
    await field('接口地址', 'API endpoint').fill('https://faceid.example')
    await page.getByText(say('请输入 Tencent Cloud 的地址', 'Enter an address of Tencent Cloud'), { exact: true }).waitFor()
    await field('接口地址', 'API endpoint').fill('https://faceid.tencentcloudapi.com')
    await tryIt()
    await dialog().getByText(say('测试未通过', 'Test failed')).waitFor()
    await picture('wechat-failed')
    await closeDialog()
    await field('SecretKey', 'SecretKey').fill(faceKeys.secret)
    await page.getByRole('checkbox', { name: say('启用', 'Enabled'), exact: true }).check()
    await tryIt()
    await dialog().getByText(say('腾讯云人脸核身已响应，密钥有效', 'Tencent Cloud responded, keys are valid')).waitFor()
    await expectAccessible(page, 'WeChat tried')
    await closeDialog()
    await save()

    await page.getByRole('link', { name: say('阿里实人认证', 'Alibaba face verification') }).click()
    await field('AccessKey ID', 'AccessKey ID').fill(faceKeys.id)
    await field('AccessKey Secret', 'AccessKey Secret').fill(faceKeys.secret)
    await field('场景 ID', 'Scene ID').fill('1000000007')
    await tryIt()
    await dialog().getByText(say('测试未通过', 'Test failed')).waitFor()
    await closeDialog()
    await field('场景 ID', 'Scene ID').fill(faceScenes.alibaba)
    await tryIt()
    await dialog().getByText(say('阿里云实人认证已响应，密钥有效', 'Alibaba Cloud responded, keys are valid')).waitFor()
    await picture('ali-tried')
    await closeDialog()
    await page.getByRole('checkbox', { name: say('启用', 'Enabled'), exact: true }).check()
    await save()
    await page.reload()
    await expect.poll(() => field('AccessKey Secret', 'AccessKey Secret').inputValue()).toBe('******')
    await expectQuiet(visitor, 'Alibaba face verification')
  })

  test('what came of two users’ checks is seen beside the users, revealed and decided', async () => {
    const providers = {
      VERIFICATION_WECHAT: { secretId: faceKeys.id, secretKey: faceKeys.secret, ruleId: faceScenes.tencent },
      VERIFICATION_ALI: { accessKeyId: faceKeys.id, accessKeySecret: faceKeys.secret, sceneId: faceScenes.alibaba },
    }
    for (const [paramKey, paramValue] of Object.entries(providers)) await platform.call(setting.save, { paramKey, paramValue, status: 1 })
    const [seen, unseen] = [await newUser(passes), await newUser(fails)]
    const begun = await seen.call('app/account/verification/begin', { provider: 'wechat', name: '张三', idNumber: numbers[0] })
    expect(begun).toMatchObject({ code: 1, data: { url: expect.stringContaining('https://open.weixin.qq.com/') as string } })
    // A browser that comes back proves nothing: the provider has seen nobody yet.
    expect((await seen.call('app/account/verification/check', {})).data.state).toBe('pending')
    const other = { provider: 'ali', name: '李四', idNumber: numbers[1], metaInfo: '{"deviceType":"h5"}' }
    expect(await unseen.call('app/account/verification/begin', other)).toMatchObject({ code: 1 })
    tencent.checks.at(-1)!.outcome = 'passed'
    alibaba.checks.at(-1)!.outcome = 'failed'
    expect((await unseen.call('app/account/verification/check', {})).data.state).toBe('failed')
    // The provider is asked again no sooner than a few seconds later.
    await platform.db.updateTable('identity_verification').set({ asked_at: null }).where('id', '=', begun.data.id).execute()
    expect((await seen.call('app/account/verification/check', {})).data.state).toBe('passed')
    await Promise.all([seen.leave(), unseen.leave()])

    await visitor.open('/account/users/users')
    await button('实名认证', 'Verifications').click()
    await rowOf(passes).getByText(say('已通过', 'Passed'), { exact: true }).waitFor()
    await rowOf(fails).getByText(say('服务商返回代码 204', 'Provider code 204')).waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/张三|李四/)
    await expectQuiet(visitor, 'verifications')
    await picture('list')
    await page.getByRole('combobox', { name: say('状态', 'Status') }).selectOption('failed')
    await expect.poll(() => rowOf(passes).count()).toBe(0)
    await page.getByRole('combobox', { name: say('状态', 'Status') }).selectOption('')

    await rowOf(passes)
      .getByRole('button', { name: say('详情', 'Details') })
      .click()
    await dialog()
      .getByText(`1****************${numbers[0].at(-1)}`)
      .waitFor()
    await dialog()
      .getByRole('button', { name: say('显示完整信息', 'Show in full') })
      .click()
    await dialog().getByText(numbers[0]).waitFor()
    await dialog().getByText('张三').waitFor()
    await expectAccessible(page, 'a verification revealed')
    await picture('revealed')
    const logged = await platform.db.selectFrom('audit_entry').selectAll().where('action', '=', 'verification.reveal').orderBy('id', 'desc').executeTakeFirst()
    expect(logged).toMatchObject({ actor_name: administrator, target_name: passes })
    expect(JSON.stringify(logged)).not.toContain(numbers[0])
    // The next one shows nothing that was not asked for.
    await page.keyboard.press('Escape')
    await rowOf(passes)
      .getByRole('button', { name: say('详情', 'Details') })
      .click()
    await dialog().getByText('张*').waitFor()
    expect(await dialog().innerText()).not.toContain(numbers[0])
    await page.keyboard.press('Escape')

    await rowOf(fails)
      .getByRole('button', { name: say('详情', 'Details') })
      .click()
    await dialog()
      .getByRole('button', { name: say('人工审核通过', 'Approve') })
      .click()
    const decision = page.getByRole('dialog', { name: say(`人工审核通过 ${fails} 的认证`, `Approve the verification of ${fails}`) })
    const approve = decision.getByRole('button', { name: say('人工审核通过', 'Approve') })
    await approve.click()
    await decision.getByRole('alert').first().waitFor()
    await picture('decide')
    await expectAccessible(page, 'a decision')
    await field('原因', 'Reason').fill(say('已核对身份证原件', 'The card itself was seen'))
    await approve.click()
    await decision.waitFor({ state: 'detached' })
    await dialog().getByText(say('已核对身份证原件', 'The card itself was seen')).waitFor()
    await picture('decided')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect((await platform.call(user.list, { search: fails })).data.list[0]?.verified).toBe(1)

    // From a user to his checks.
    await visitor.open(`/account/users/users?search=${fails}`)
    // Until it is there, the screen before it stands, with a row of the same name.
    await screen('/account/users/users')
    await rowOf(fails)
      .getByRole('button', { name: `${say('更多操作', 'More actions')} ${fails}`, exact: true })
      .click()
    await page.getByRole('menuitem', { name: say('实名认证记录', 'Verifications') }).click()
    await screen('/account/users/verifications')
    await rowOf(fails).waitFor()
    await expect.poll(() => rowOf(passes).count()).toBe(0)
    // The same on a phone.
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.open('/account/users/verifications')
    await screen('/account/users/verifications')
    // The rows are drawn anew for the width, and the menu of a row goes with it.
    await page.getByRole('main').getByRole('listitem').filter({ hasText: passes }).waitFor()
    await page.getByRole('button', { name: `${say('更多操作', 'More actions')} ${passes}` }).click()
    await expectQuiet(visitor, 'verifications on a phone')
    await expectAccessible(page, 'verifications on a phone')
    await page.getByRole('menuitem', { name: say('撤销认证', 'Revoke') }).click()
    await page.getByRole('dialog', { name: say(`撤销 ${passes} 的认证`, `Revoke the verification of ${passes}`) }).waitFor()
    await picture('revoke-phone')
    await expectAccessible(page, 'a decision on a phone')
    await expectQuiet(visitor, 'a decision on a phone')
    expect((await platform.call(verification.list, { search: fails })).data.list).toMatchObject([{ state: 'passed', decidedBy: administrator }])
    expect(visitor.complaints).toEqual([])
  })
})
