import { counted } from '@nameplane/contract/counted'
import { problemText, type Language } from '@nameplane/contract/problems'
import type { Problem } from '../../../problem.ts'

const list = { zh: new Intl.ListFormat('zh', { type: 'unit' }), en: new Intl.ListFormat('en', { type: 'unit' }) }

/** What a run of the name server check writes into its output, in the language of the platform: a run has no reader yet. */
export function checkWords(language: Language) {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  return {
    oneResolver: say(
      '只有一台递归服务器响应，不正确的域名只显示，不计天数',
      'Only one resolver responded. Incorrect domains are shown, but days are not counted.',
    ),
    skippedResolver: (address: string, reason: string | null) =>
      say(`跳过 ${address}：没有根区数据（${reason ?? '没有响应'}）`, `${address} skipped: no root zone (${reason ?? 'no response'})`),
    wrong: (domain: string, day: number | null, found: readonly string[]) =>
      say(
        `${domain}：不正确${day === null ? '' : `，第 ${day} 天`}，当前 ${list.zh.format(found) || '没有授权'}`,
        `${domain}: incorrect${day === null ? '' : `, day ${day}`}, found ${list.en.format(found) || 'no delegation'}`,
      ),
    warned: (domain: string, days: number) => say(`${domain}：已提醒所属用户，剩余 ${days} 天`, `${domain}: owner notified, ${counted(days, 'day')} left`),
    atLimit: (domain: string, removals: number) =>
      say(`${domain}：暂不移除，24 小时内已移除 ${removals} 个域名`, `${domain}: not removed yet, ${counted(removals, 'domain')} removed within 24 hours`),
    refused: (domain: string, { code, params }: Problem) => {
      const reason = problemText(code, language, params)
      return say(`${domain}：未移除（${reason}）`, `${domain}: not removed (${reason})`)
    },
    removed: (domain: string) => say(`${domain}：已移入回收站`, `${domain}: moved to the recycle bin`),
  }
}

export type CheckWords = ReturnType<typeof checkWords>
