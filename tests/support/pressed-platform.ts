import type { TestProject } from 'vitest/node'
import type {} from '../../console/src/browser/pressed/pressed-platform.testing.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from './platform.ts'

let platform: RunningPlatform | undefined

/** Starts one platform for all parts that are pressed: what a test needs there, it adds under names of its own. */
export async function setup(project: TestProject): Promise<void> {
  platform = await startPlatform({ isUnseen: true })
  project.provide('pressedPlatform', { url: platform.url, username: adminName, password: adminPassword })
}

export async function teardown(): Promise<void> {
  await platform?.stop()
}
