import { afterAll, afterEach, beforeEach } from 'vitest'
import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import { withoutCaptcha } from './app-accounts.ts'
import { createTestApp } from './app.ts'
import { startFakeWechat, wechatApi } from './fake-wechat.ts'
import { wechatSignIns } from './wechat-sign-ins.ts'

/** A platform beside a WeChat of the file's own. Every test begins with the website application, and nothing bound or begun. */
export async function wechatScene() {
  const test = await createTestApp()
  const fake = await startFakeWechat()
  afterAll(async () => {
    await fake.close()
    await test.close()
  })
  await withoutCaptcha(test)
  const we = wechatSignIns(test, fake)
  let restore: () => void
  beforeEach(async () => {
    restore = placeFakes({ [wechatApi]: fake.baseUrl })
    fake.tokenNamesUnion = true
    await we.forget()
    await we.use('website')
  })
  afterEach(() => restore())
  return { test, fake, we }
}
