import type { TestProject } from 'vitest/node'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { elsewhere } from '../../console/src/browser/pressed/pressed-platform.testing.ts'
import { startResolver, type SaidToQuestion } from './loopback-resolver.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from './platform.ts'

let platform: RunningPlatform | undefined
let resolvers: { readonly address: string; readonly stop: () => Promise<void> }[] = []
let previous: (typeof resolvers)[number] | undefined

/** Starts one platform for all parts that are pressed: what a test needs there, it adds under names of its own. */
export async function setup(project: TestProject): Promise<void> {
  // Peers of tests are on the loopback.
  platform = await startPlatform({ isUnseen: true, variables: { TEST_PEERS: '{}' } })
  // Those of the system may be asked for nothing, or be waited for in vain.
  resolvers = await Promise.all([startResolver(saidTo(false)), startResolver(saidTo(true))])
  const paramValue = { resolvers: resolvers.map(({ address }) => address).join('\n'), pauseSeconds: 3, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue })
  previous = await startResolver(({ name }) => saidBefore(name.split('.')[0] ?? ''), true)
  project.provide('previousServer', previous.address)
  project.provide('pressedPlatform', { url: platform.url, username: adminName, password: adminPassword })
}

const saidTo =
  (knowsSigners: boolean) =>
  ({ name, type }: { readonly name: string; readonly type: string }): SaidToQuestion => {
    const values = (some: readonly string[]): SaidToQuestion => ({ values: some, ttlSeconds: 60 })
    if (name === '.') return values(['a.root-servers.example.', 'b.root-servers.example.'])
    if (type === 'DS') return values(knowsSigners && name.startsWith(elsewhere.signedPrefix) ? [elsewhere.ds.join(' ')] : [])
    if (type !== 'NS' || !name.startsWith(elsewhere.delegatedPrefix)) return 'nxdomain'
    return values(elsewhere.nameservers.slice(0, name.startsWith(elsewhere.onePrefix) ? 1 : undefined).map((one) => `${one}.`))
  }

/** What the previous name server of every domain answers, whatever type is asked for. */
function saidBefore(host: string): SaidToQuestion {
  const answer = Object.entries(elsewhere.answers).find(([one]) => one === host)?.[1] ?? elsewhere.otherAnswers
  return typeof answer === 'string' ? answer : { values: answer, ttlSeconds: elsewhere.ttlSeconds }
}

export async function teardown(): Promise<void> {
  await platform?.stop()
  await Promise.all(resolvers.map((resolver) => resolver.stop()))
  await previous?.stop()
}
