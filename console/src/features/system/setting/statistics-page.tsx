import { figures } from '@nameplane/contract/system/figures'
import { queryStatistics } from '@nameplane/contract/system/settings/query-statistics'
import { useCall } from '../../../api/queries.ts'
import { formatDay } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'
import { statisticsMessages } from './statistics.messages.ts'
import { settingSections } from './setting-sections.ts'

/** How much of the disk the statistics of queries may use, and how much they do. */
export const StatisticsPage = settingPage(queryStatistics, statisticsMessages, function StatisticsFields({ form, text }) {
  const format = useFormat()
  const held = useCall(figures.statistics, {}).reply?.data
  return (
    <div className={settingSections}>
      <div>
        <Field of={form} name="budgetGigabytes" />
        {held && (
          <p className="mt-3 text-sm text-kumo-subtle">{held.since === null ? text.empty : text.held(format.bytes(held.bytes), formatDay(held.since))}</p>
        )}
      </div>
    </div>
  )
})
