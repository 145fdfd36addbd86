import { factor } from '@nameplane/contract/account/factor'
import { setting } from '@nameplane/contract/system/setting'
import { ageConfirmations } from '../../support/confirmations.ts'
import { startDemoPlatform } from '../../support/demo-platform.ts'
import { sweepCases, type OverlayCase, type Stage } from '../../support/overlay-cases.ts'
import { adminPassword, type RunningPlatform } from '../../support/platform.ts'
import { codeOf, forgetFactors } from '../../support/sign-in-ways.ts'

/* The question for the password before a change that can lead to all permissions, in each of its steps. */
let platform: RunningPlatform

const mailServer = (): string => '/system/config/email/config'

async function saveAged({ page, button, dialog }: Stage): Promise<void> {
  await page.getByLabel(/^Sender name\*?$/).fill('sweep')
  await ageConfirmations(platform)
  await button('Save').click()
  await dialog().getByLabel('Your password', { exact: true }).waitFor()
}

async function enterPassword({ dialog }: Stage, password: string): Promise<void> {
  await dialog().getByLabel('Your password', { exact: true }).fill(password)
  await dialog().getByRole('button', { name: 'Confirm', exact: true }).click()
}

const cases: readonly OverlayCase[] = [
  ['a confirmation', mailServer, saveAged],
  [
    'a confirmation that is refused',
    mailServer,
    async (stage) => {
      await saveAged(stage)
      await enterPassword(stage, 'wrong')
      await stage.dialog().getByRole('alert').waitFor()
    },
  ],
  [
    'a confirmation by code',
    mailServer,
    async (stage) => {
      await forgetFactors(platform)
      const { data } = await platform.call(factor.totpOffer, { password: adminPassword })
      await platform.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret) })
      await saveAged(stage)
      await enterPassword(stage, adminPassword)
      await stage.dialog().getByLabel('Code', { exact: true }).waitFor()
    },
  ],
]

sweepCases(cases, async () => {
  platform = await startDemoPlatform()
  const server = { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' }
  await platform.call(setting.save, { paramKey: 'EMAIL_CONFIG', paramValue: server, status: 1 })
  return platform
})
