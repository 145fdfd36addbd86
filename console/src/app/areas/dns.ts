import { changeSetScreens } from '../../features/dns/change-set/change-set.screens.ts'
import { customLineScreens } from '../../features/dns/custom-line/custom-line.screens.ts'
import { domainClaimScreens } from '../../features/dns/domain-claim/domain-claim.screens.ts'
import { domainScreens } from '../../features/dns/domain/domain.screens.ts'
import { dynamicHostScreens } from '../../features/dns/dynamic-host/dynamic-host.screens.ts'
import { healthScreens } from '../../features/dns/health/health.screens.ts'
import { primaryScreens } from '../../features/dns/primary/primary.screens.ts'
import { planScreens } from '../../features/dns/plan/plan.screens.ts'
import { ptrRecordScreens } from '../../features/dns/ptr-record/ptr-record.screens.ts'
import { reverseSegmentScreens } from '../../features/dns/reverse-segment/reverse-segment.screens.ts'
import { queryLogScreens } from '../../features/dns/query-log/query-log.screens.ts'
import { querySourceScreens } from '../../features/dns/query-source/query-source.screens.ts'
import { recordScreens } from '../../features/dns/record/record.screens.ts'
import { secondaryScreens } from '../../features/dns/secondary/secondary.screens.ts'
import { serviceGroupScreens } from '../../features/dns/service-group/service-group.screens.ts'
import { logScreens } from '../../features/dns/log/log.screens.ts'
import { updateKeyScreens } from '../../features/dns/update-key/update-key.screens.ts'
import { vanityNameserverScreens } from '../../features/dns/vanity-nameserver/vanity-nameserver.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/dns`: one line a noun. */
export const screens: readonly Screen[] = [
  ...domainScreens,
  ...recordScreens,
  ...customLineScreens,
  ...dynamicHostScreens,
  ...updateKeyScreens,
  ...primaryScreens,
  ...planScreens,
  ...healthScreens,
  ...domainClaimScreens,
  ...reverseSegmentScreens,
  ...ptrRecordScreens,
  ...changeSetScreens,
  ...queryLogScreens,
  ...querySourceScreens,
  ...vanityNameserverScreens,
  ...secondaryScreens,
  ...serviceGroupScreens,
  ...logScreens,
]
