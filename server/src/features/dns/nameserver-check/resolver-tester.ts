import type { Language } from '@nameplane/contract/problems'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { settingTester, type SettingTester, type TestResult } from '../../../settings/setting-tester.ts'
import { resolversOf } from './delegation.ts'

/** What one resolver did: why it is of no use, or whether it knows each of our own name servers. */
type Answered = { readonly address: string; readonly failure: string | null; readonly unknown: readonly string[] }

/** Asks each resolver for the root, as the job does, and for our own name servers; says which of them answered. */
export const resolverTester: SettingTester = settingTester(nsCheck, async ({ resolvers }, { db, language }) => {
  const group = await db.selectFrom('service_group').select('nameservers').where('status', '=', 1).orderBy('id').executeTakeFirst()
  const own = group?.nameservers ?? []
  const answers = await Promise.all(
    resolversOf(resolvers).map(async ({ address, ask, exists }): Promise<Answered> => {
      const root = await ask('.')
      if (root.kind !== 'names')
        return { address, failure: root.kind === 'unknown' ? root.why : language === 'zh' ? '无根区数据' : 'no root zone', unknown: [] }
      const known = await Promise.all(own.map(exists))
      return { address, failure: null, unknown: own.filter((_, index) => known[index] !== true) }
    }),
  )
  return told(answers, own, language)
})

/** A day counts only where two agree. */
const neededResolvers = 2

function told(answers: readonly Answered[], own: readonly string[], language: Language): TestResult {
  const zh = language === 'zh'
  const listed = (texts: readonly string[]): string => texts.join(zh ? '、' : ', ')
  const fit = answers.filter(({ failure }) => failure === null)
  const knowing = fit.filter(({ unknown }) => unknown.length === 0)
  const parts: string[] = []
  if (own.length > 0 && knowing.length > 0)
    parts.push(zh ? `${addressesOf(knowing)}：已响应，能查到 ${listed(own)}` : `${addressesOf(knowing)}: responded and found ${listed(own)}`)
  if (own.length === 0 && fit.length > 0) parts.push(zh ? `${addressesOf(fit)}：已响应` : `${addressesOf(fit)}: responded`)
  for (const { address, unknown } of fit)
    if (unknown.length > 0) parts.push(zh ? `${address}：已响应，但查不到 ${listed(unknown)}` : `${address}: responded but did not find ${listed(unknown)}`)
  for (const { address, failure } of answers)
    if (failure !== null) parts.push(zh ? `${address}：没有响应（${failure}）` : `${address}: did not respond (${failure})`)
  if (fit.length < neededResolvers) parts.push(zh ? '至少两台响应，才计入天数' : 'days count only if at least two respond')
  return { isPassed: fit.length === answers.length && fit.length >= neededResolvers, message: parts.join(zh ? '；' : ' · ') }

  function addressesOf(some: readonly Answered[]): string {
    return listed(some.map(({ address }) => address))
  }
}
