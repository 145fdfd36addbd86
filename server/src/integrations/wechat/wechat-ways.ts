import { wechatAccount, wechatWebsite, type WechatAccount, type WechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import type { Db } from '../../db/connection.ts'
import { SealProblem } from '../../secrets/seal.ts'
import { readSetting } from '../../settings/settings.ts'

/** The way of signing in by WeChat that is set up; the settings exclude each other. */
export type WechatReady = { readonly way: 'website'; readonly setting: WechatWebsite } | { readonly way: 'account'; readonly setting: WechatAccount }

/** The way as the settings have it now; null while none is on. @throws SealProblem */
export async function readWechatWay(db: Db): Promise<WechatReady | null> {
  const website = await readSetting(db, wechatWebsite)
  if (website) return { way: 'website', setting: website }
  const account = await readSetting(db, wechatAccount)
  return account && { way: 'account', setting: account }
}

/** The way that the sign-in page offers. Whatever has become of its secrets, passwords go on signing in. */
export async function wechatWayShown(db: Db): Promise<WechatReady['way'] | null> {
  try {
    return (await readWechatWay(db))?.way ?? null
  } catch (cause) {
    if (cause instanceof SealProblem) return null
    throw cause
  }
}
