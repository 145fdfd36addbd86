import { shareOf, type WatchFigures } from '@nameplane/contract/dns/change-set-watch'
import { counted, groupedNumber } from '@nameplane/contract/counted'
import { problemText, type Language, type ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../../../db/connection.ts'
import { linkTo, tellAuthorOf } from './set-messages.ts'

export type Found = {
  readonly id: number
  readonly threshold: number
  readonly before: WatchFigures
  readonly after: WatchFigures
  /** The set that undoes it, or why there is none. */
  readonly outcome: { readonly undo: number; readonly domains: number } | { readonly problem: ProblemCode }
}

const percent = (figures: WatchFigures, language: Language): string => `${groupedNumber(Math.round((shareOf(figures) ?? 0) * 1000) / 10, language)}%`

/** Tells the author of a set that it made more queries fail than it may, and what was done about that. */
export async function tellFound(db: Db, { id, threshold, before, after, outcome }: Found): Promise<void> {
  const zh = `执行前错误率 ${percent(before, 'zh')}（${groupedNumber(before.queries, 'zh')} 次查询），执行后 ${percent(after, 'zh')}（${groupedNumber(after.queries, 'zh')} 次查询），升幅超过 ${threshold} 个百分点`
  const en = `The error rate was ${percent(before, 'en')} before (${counted(before.queries, 'query', 'queries')}) and ${percent(after, 'en')} after (${counted(after.queries, 'query', 'queries')}), which is more than ${counted(threshold, 'percentage point')} higher`
  const isUndone = 'undo' in outcome
  const problem = (language: Language): string => (isUndone ? '' : problemText(outcome.problem, language))
  await tellAuthorOf(db, id, {
    zh: {
      title: isUndone ? `批量操作 #${id} 已自动撤销` : `批量操作 #${id} 未能自动撤销`,
      content: `<p>${linkTo(id, `批量操作 #${id}`)} 执行后解析错误增多。${zh}。</p><p>${
        isUndone ? `已由 ${linkTo(outcome.undo, `#${outcome.undo}`)} 撤销，此后又改过的域名保持不变` : `未能自动撤销：${problem('zh')}。请尽快检查并手动撤销`
      }。</p>`,
    },
    en: {
      title: isUndone ? `Bulk operation #${id} was undone by its watch` : `Bulk operation #${id} could not be undone by its watch`,
      content: `<p>More queries failed after ${linkTo(id, `bulk operation #${id}`)}. ${en}.</p><p>${
        isUndone
          ? `It is undone by ${linkTo(outcome.undo, `#${outcome.undo}`)}. Domains that were changed since stay as they are.`
          : `It was not undone: ${problem('en')}. Check it and undo it soon.`
      }</p>`,
    },
  })
}
