import { figures } from '@nameplane/contract/system/figures'
import { queryStatistics } from '@nameplane/contract/system/settings/query-statistics'
import { useCall } from '../../../api/queries.ts'
import { formatDay } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'

const messages = defineMessages({
  zh: {
    help: '每个域名和线路的解析次数：近三天精确到分钟，之后按小时、按天保留。保留天数在“计划任务”中设置。',
    fields: { budgetGigabytes: '磁盘上限（GB）' },
    helps: { budgetGigabytes: '超出时先删除最早的统计' },
    held: (size: string, since: string) => `当前占用 ${size}，最早 ${since}`,
    empty: '还没有统计',
  },
  en: {
    help: 'Queries of each domain and line: three days by minute, then by hour and by day. Set the days to keep under Schedule.',
    fields: { budgetGigabytes: 'Disk limit (GB)' },
    helps: { budgetGigabytes: 'Beyond it, the oldest statistics are deleted first' },
    held: (size, since) => `${size} in use, since ${since}`,
    empty: 'No statistics yet',
  },
})

/** How much of the disk the statistics of queries may use, and how much they do. */
export const StatisticsPage = settingPage(queryStatistics, messages, function StatisticsFields({ form, text }) {
  const format = useFormat()
  const held = useCall(figures.statistics, {}).reply?.data
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Field of={form} name="budgetGigabytes" />
      {held && <p className="text-sm text-kumo-subtle">{held.since === null ? text.empty : text.held(format.bytes(held.bytes), formatDay(held.since))}</p>}
    </div>
  )
})
