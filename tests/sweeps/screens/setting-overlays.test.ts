import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { backup } from '@nameplane/contract/system/backup'
import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { setting } from '@nameplane/contract/system/setting'
import { afterAll } from 'vitest'
import { startDemoPlatform } from '../../support/demo-platform.ts'
import { startFakeAcme, type FakeAcme } from '../../support/fake-acme.ts'
import { sweepCases, type OverlayCase } from '../../support/overlay-cases.ts'
import { adminPassword } from '../../support/platform.ts'

/* What opens over the settings once they hold something: states that the demo world does not have. */
const backupKey = 'a key of its own'
let authority: FakeAcme | undefined
afterAll(() => authority?.close())

const cases: readonly OverlayCase[] = [
  [
    'a test with an address',
    () => '/system/config/email/config',
    async ({ button, dialog }) => {
      await button('Test').click()
      await dialog().getByLabel('Send to').waitFor()
    },
  ],
  [
    'an older version restored',
    () => '/system/config/login',
    async ({ page, button, dialog }) => {
      await button('History').click()
      await dialog().getByRole('button', { name: 'Restore this version', exact: true }).first().click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'a key for some domains',
    () => '/system/config/login?tab=api&open=add',
    async ({ dialog }) => {
      await dialog().getByLabel('Selected domains only').check()
      await dialog().getByRole('button', { name: 'Add domain: 0 domains' }).waitFor()
    },
  ],
  [
    'a key shown once',
    () => '/system/config/login?tab=api&open=add',
    async ({ dialog }) => {
      await dialog()
        .getByLabel(/^Name\*?$/)
        .fill('sweep')
      await dialog().getByLabel('All permissions of its account').check()
      await dialog()
        .getByLabel(/^Your password\*?$/)
        .fill(adminPassword)
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('code').waitFor()
    },
  ],
  [
    'a backup compared',
    () => '/system/config/backup',
    async ({ dialog, ofRow }) => {
      await ofRow('Restore', 'nameplane_')
      await dialog().getByLabel('Backup passphrase', { exact: true }).fill(backupKey)
      await dialog().getByRole('button', { name: 'Compare', exact: true }).click()
      await dialog().getByText('by this platform', { exact: false }).waitFor()
    },
  ],
  [
    'the key of a backup',
    () => '/system/config/backup',
    async ({ dialog, ofRow }) => {
      await ofRow('Verify', 'nameplane_')
      await dialog().waitFor()
    },
  ],
  ['terms of an authority', () => '/system/config/ssl?open=register', ({ dialog }) => dialog().getByRole('link').waitFor()],
  [
    'an account with an authority closed',
    () => '/system/config/ssl',
    async ({ page, button }) => {
      await button('Close account').click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'an install command',
    () => '/system/config/node?tab=install&open=add',
    async ({ dialog }) => {
      await dialog().locator('input[name=name]').fill('sweep')
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('pre').waitFor()
    },
  ],
  [
    'an install command deleted',
    () => '/system/config/node?tab=install',
    async ({ page, button }) => {
      await page.getByText('edge-1', { exact: true }).first().waitFor()
      await button('Delete').first().click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
]

sweepCases(cases, async () => {
  authority = await startFakeAcme({ origin: 'https://ca.example' })
  const platform = await startDemoPlatform({ TEST_PEERS: JSON.stringify({ 'https://ca.example': authority.baseUrl }) })
  for (const lockSeconds of [1200, 1800]) {
    const { config: rules } = await platform.call(setting.ofKey, { key: 'LOGIN_CONFIG' })
    await platform.call(setting.update, { id: rules.id, paramValue: { ...(JSON.parse(rules.paramValue) as Record<string, unknown>), lockSeconds } })
  }
  await platform.call(nodeEnrolment.save, { name: 'edge-1' })
  await platform.call(backup.save, { parts: ['settings'], passphrase: backupKey })
  const fakeEmail = { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' }
  await platform.call(setting.save, { paramKey: 'EMAIL_CONFIG', paramValue: fakeEmail, status: 1 })
  const ssl = { authority: 'other', directoryUrl: authority.directoryUrl, email: 'ssl@example.net' }
  await platform.call(setting.save, { paramKey: 'CERTIFICATE_AUTHORITY', paramValue: ssl, status: 1 })
  const { termsOfService } = (await platform.call(acmeAccount.terms, {})).data!
  await platform.call(acmeAccount.register, { isAgreed: 1, termsOfService })
  return platform
})
