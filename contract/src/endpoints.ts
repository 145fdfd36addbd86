import type { Endpoint } from './endpoint.ts'
import { admin } from './account/admin.ts'
import { factor } from './account/factor.ts'
import { preference } from './account/preference.ts'
import { passwordReset } from './account/password-reset.ts'
import { message } from './account/message.ts'
import { menuRow } from './account/menu-row.ts'
import { role } from './account/role.ts'
import { session } from './account/session.ts'
import { apiToken } from './account/api-token.ts'
import { registration } from './account/registration.ts'
import { user } from './account/user.ts'
import { verification } from './account/verification.ts'
import { wechat } from './account/wechat.ts'
import { savedFilter } from './account/saved-filter.ts'
import { domain } from './dns/domain.ts'
import { explain } from './dns/explain.ts'
import { line } from './dns/line.ts'
import { log } from './dns/log.ts'
import { record } from './dns/record.ts'
import { serviceGroup } from './dns/service-group.ts'
import { dashboard } from './home/dashboard.ts'
import { licence } from './home/licence.ts'
import { lookup } from './home/lookup.ts'
import { search } from './home/search.ts'
import { update } from './home/update.ts'
import { version } from './home/version.ts'
import { config } from './system/config.ts'
import { backup } from './system/backup.ts'
import { nodeCheckCalls } from './system/node-check.ts'
import { acmeAccount } from './system/acme-account.ts'
import { nodeEnrolment } from './system/node-enrolment.ts'
import { figures } from './system/figures.ts'
import { letter } from './system/letter.ts'
import { namedRequest } from './system/named-request.ts'
import { payment } from './system/payment.ts'
import { schedule } from './system/schedule.ts'
import { site } from './system/site.ts'

/** Every noun's calls, one line each: server, API page and sweeps walk this list. */
const nouns: Record<string, Record<string, Endpoint>> = {
  session,
  role,
  menuRow,
  message,
  factor,
  wechat,
  passwordReset,
  preference,
  user,
  registration,
  apiToken,
  admin,
  savedFilter,
  domain,
  record,
  line,
  explain,
  serviceGroup,
  log,
  dashboard,
  version,
  update,
  licence,
  lookup,
  search,
  site,
  schedule,
  config,
  nodeCheck: nodeCheckCalls,
  nodeEnrolment,
  acmeAccount,
  payment,
  verification,
  letter,
  namedRequest,
  figures,
  backup,
}

/** All calls of the API with the noun and verb they stand under. */
export const endpoints: { noun: string; verb: string; endpoint: Endpoint }[] = Object.entries(nouns).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([verb, call]) => ({ noun, verb, endpoint: call })),
)
