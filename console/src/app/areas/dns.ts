import { customLineScreens } from '../../features/dns/custom-line/custom-line.screens.ts'
import { domainScreens } from '../../features/dns/domain/domain.screens.ts'
import { queryLogScreens } from '../../features/dns/query-log/query-log.screens.ts'
import { querySourceScreens } from '../../features/dns/query-source/query-source.screens.ts'
import { recordScreens } from '../../features/dns/record/record.screens.ts'
import { secondaryScreens } from '../../features/dns/secondary/secondary.screens.ts'
import { serviceGroupScreens } from '../../features/dns/service-group/service-group.screens.ts'
import { logScreens } from '../../features/dns/log/log.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/dns`: one line a noun. */
export const screens: readonly Screen[] = [
  ...domainScreens,
  ...recordScreens,
  ...customLineScreens,
  ...queryLogScreens,
  ...querySourceScreens,
  ...secondaryScreens,
  ...serviceGroupScreens,
  ...logScreens,
]
