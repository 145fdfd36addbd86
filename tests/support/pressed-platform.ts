import type { TestProject } from 'vitest/node'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { elsewhere } from '../../console/src/browser/pressed/pressed-platform.testing.ts'
import { startResolver, type SaidToQuestion } from './loopback-resolver.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from './platform.ts'

let platform: RunningPlatform | undefined
let resolvers: { readonly address: string; readonly stop: () => Promise<void> }[] = []

/** Starts one platform for all parts that are pressed: what a test needs there, it adds under names of its own. */
export async function setup(project: TestProject): Promise<void> {
  platform = await startPlatform({ isUnseen: true })
  // Those of the system may be asked for nothing, or be waited for in vain.
  resolvers = await Promise.all([startResolver(saidTo(false)), startResolver(saidTo(true))])
  const paramValue = { resolvers: resolvers.map(({ address }) => address).join('\n'), pauseSeconds: 3, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue })
  project.provide('pressedPlatform', { url: platform.url, username: adminName, password: adminPassword })
}

const saidTo =
  (knowsSigners: boolean) =>
  ({ name, type }: { readonly name: string; readonly type: string }): SaidToQuestion => {
    const values = (some: readonly string[]): SaidToQuestion => ({ values: some, ttlSeconds: 60 })
    if (name === '.') return values(['a.root-servers.example.', 'b.root-servers.example.'])
    if (type === 'DS') return values(knowsSigners && name.startsWith(elsewhere.signedPrefix) ? [elsewhere.ds.join(' ')] : [])
    return type === 'NS' && name.startsWith(elsewhere.delegatedPrefix) ? values(elsewhere.nameservers.map((one) => `${one}.`)) : 'nxdomain'
  }

export async function teardown(): Promise<void> {
  await platform?.stop()
  await Promise.all(resolvers.map((resolver) => resolver.stop()))
}
