import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '@nameplane/contract/system/settings'
import { membersOf } from '../support/settings-document.ts'

/*
 * Every setting has a test that changes it and sees something else behave otherwise. Which one it is stands here; that it names the
 * setting, changes it and looks at another part is checked.
 */

const features = 'server/src/features'
const effects: Record<string, string> = {
  WEB_CONFIG: `${features}/system/site/site-settings.test.ts`,
  PLATFORM_FEATURES: `${features}/system/site/site-settings.test.ts`,
  AGREEMENT_CONFIG: `${features}/system/site/site-settings.test.ts`,
  OTHER_URL_CONFIG: `${features}/system/site/site-settings.test.ts`,
  WECHAT_CODE: `${features}/system/site/site-settings.test.ts`,
  WECHAT_WEBSITE: `${features}/account/session/wechat/wechat-sign-in.test.ts`,
  WECHAT_ACCOUNT: `${features}/account/session/wechat/wechat-push.test.ts`,
  LOGIN_CONFIG: `${features}/account/session/login-settings.test.ts`,
  LARGE_CHANGES: `${features}/dns/change-set/change-set-approval.test.ts`,
  EMAIL_CONFIG: 'server/src/integrations/email/email-settings.test.ts',
  CDN_NODE_CHECK: `${features}/system/node-check/node-check.test.ts`,
  NODE_ANSWERING: 'server/src/app/node-answering.test.ts',
  NS_CHECK: `${features}/dns/nameserver-check/nameserver-check.test.ts`,
  QUERY_STATISTICS: 'server/src/app/statistics-upkeep.test.ts',
  FREE_PLAN: `${features}/dns/plan/plan.test.ts`,
  PLATFORM_ADDRESS: `${features}/system/payment/payment-outside.test.ts`,
  BOOKS: `${features}/system/payment/payment-currency.test.ts`,
  PAYMENT_WECHAT: `${features}/system/payment/wechat-and-alipay.test.ts`,
  PAYMENT_ALIPAY: `${features}/system/payment/wechat-and-alipay.test.ts`,
  PAYMENT_STRIPE: `${features}/system/payment/payment-outside.test.ts`,
  PAYMENT_TOKENPAY: `${features}/system/payment/payment-outside.test.ts`,
  PAYMENT_EPAY: `${features}/system/payment/payment-outside.test.ts`,
  VERIFICATION_WECHAT: `${features}/account/verification/verification.oracle.test.ts`,
  VERIFICATION_ALI: `${features}/account/verification/verification.oracle.test.ts`,
  SMS_TENCENT_CONFIG: 'server/src/integrations/sms/sms-settings.oracle.test.ts',
  SMS_ALIBABA_CONFIG: 'server/src/integrations/sms/sms-settings.oracle.test.ts',
  SMS_GATEWAY_CONFIG: 'server/src/integrations/sms/sms-settings.oracle.test.ts',
  CERTIFICATE_AUTHORITY: `${features}/system/acme-account/acme-account.test.ts`,
  BACKUP_CONFIG: `${features}/system/backup/backup-settings.test.ts`,
}

const root = join(import.meta.dirname, '..', '..')
const folder = 'contract/src/system/settings'
const declarations = readdirSync(join(root, folder)).map((file) => readFileSync(join(root, folder, file), 'utf8'))

/** All tests but the sweeps, which walk settings without knowing them. */
const tests = ['server/src', 'tests']
  .flatMap((below) => readdirSync(join(root, below), { recursive: true, encoding: 'utf8' }).map((name) => `${below}/${name.replaceAll('\\', '/')}`))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('tests/sweeps/'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

/** What the contract calls a setting. */
function nameOf(key: string): string {
  for (const text of declarations) {
    const found = new RegExp(`export const (\\w+) = declareSetting\\(\\s*'${key}'`).exec(text)
    if (found) return found[1]!
  }
  throw new Error(`nothing declares ${key}`)
}

describe('every setting changes what the platform does', () => {
  it('has its test named here, and nothing else has', () => {
    expect(Object.keys(effects).toSorted()).toEqual(settings.map(({ key }) => key).toSorted())
  })

  it.each(Object.entries(effects))('%s: %s changes it through a save', (key, path) => {
    expect(existsSync(join(root, path))).toBe(true)
    const text = readFileSync(join(root, path), 'utf8')
    // Named twice at least: once where it is imported, and where it is changed.
    expect(text.match(new RegExp(`\\b(${nameOf(key)}|'${key}')\\b`, 'g'))?.length ?? 0).toBeGreaterThan(1)
    expect(text).toMatch(/\b(setting|calls)\.(save|update)\b|\bsetSetting\(/)
    // Something beside the setting's calls is asked, or a part of the server is run.
    const asked = [...text.matchAll(/\bcall\((\w+)\.\w+/g)].map((match) => match[1]!)
    expect(asked.some((noun) => noun !== 'setting' && noun !== 'calls') || /from '\.\.?\//.test(text)).toBe(true)
  })
  it.each(settings.map((setting) => [setting.key, setting] as const))('%s has no member that no test sets', (_, setting) => {
    const unset = membersOf(setting).filter((member) => {
      const name = new RegExp(`\\b${member.split('.').at(-1)!}\\b`)
      return !tests.some((text) => name.test(text))
    })
    expect(unset).toEqual([])
  })
})
