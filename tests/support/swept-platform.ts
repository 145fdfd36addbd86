import type { TestProject } from 'vitest/node'
import { user } from '@nameplane/contract/account/user'
import { settings } from '@nameplane/contract/system/settings'
import type {} from '../../console/src/browser/pressed/pressed-platform.testing.ts'
import { administratorWith } from './app-accounts.ts'
import { shownDomain, startDemoPlatform } from './demo-platform.ts'
import { filledSetting } from './filled-setting.ts'
import { adminName, adminPassword, type RunningPlatform } from './platform.ts'

let platform: RunningPlatform | undefined

/** Starts a platform that holds the demo world, for what presses its way through all lists. */
export async function setup(project: TestProject): Promise<void> {
  platform = await startDemoPlatform()
  // Nothing can be done with the only administrator, and who owns domains cannot be deleted.
  for (const number of [1, 2, 3]) {
    await administratorWith(platform, ['domain.read'])
    await platform.call(user.save, { username: `swept-${number}`, password: 'swept-pass-1' })
  }
  project.provide('pressedPlatform', { url: platform.url, username: adminName, password: adminPassword })
  project.provide('sweptDomain', await shownDomain(platform))
  project.provide('filledSettings', Object.fromEntries(settings.map((setting) => [setting.key, filledSetting(setting)])))
}

export async function teardown(): Promise<void> {
  await platform?.stop()
}
