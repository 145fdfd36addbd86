import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { noteRefusedWrite } from '../changes/refused-writes.ts'
import type { Db } from '../db/connection.ts'
import { messageRoutes } from '../features/account/message/message.routes.ts'
import { adminRoutes } from '../features/account/admin/admin.routes.ts'
import { captchaRoute } from '../features/account/session/captcha.route.ts'
import { preferenceRoutes } from '../features/account/preference/preference.routes.ts'
import { menuRoutes } from '../features/account/menu/menu.routes.ts'
import { roleRoutes } from '../features/account/role/role.routes.ts'
import { seenThroughRole } from '../features/account/session/role-sight.ts'
import { factorRoutes } from '../features/account/session/factor/factor.routes.ts'
import { wechatOutsideRoutes } from '../features/account/session/wechat/wechat-outside.route.ts'
import { wechatRoutes } from '../features/account/session/wechat/wechat.routes.ts'
import { passwordResetRoutes } from '../features/account/session/reset/password-reset.routes.ts'
import { sessionRoutes } from '../features/account/session/session.routes.ts'
import { confirmPassword } from '../features/account/session/password-confirmation.ts'
import { authenticate } from '../features/account/session/session.service.ts'
import { mayStillHear } from '../features/account/session/still-signed-in.ts'
import { savedFilterRoutes } from '../features/account/saved-filter/saved-filter.routes.ts'
import { apiTokenRoutes } from '../features/account/api-token/api-token.routes.ts'
import { registrationRoutes } from '../features/account/user/registration.routes.ts'
import { verificationCallbackRoute } from '../features/account/verification/verification-callback.route.ts'
import { verificationRoutes } from '../features/account/verification/verification.routes.ts'
import { verificationPartsOfSettings } from '../features/account/verification/verification.service.ts'
import { userRoutes } from '../features/account/user/user.routes.ts'
import { dnssecRoutes } from '../features/dns/dnssec/dnssec.routes.ts'
import { domainRoutes, domainStatisticsRoutes } from '../features/dns/domain/domain.routes.ts'
import { domainComparisonRoutes } from '../features/dns/domain-comparison/domain-comparison.routes.ts'
import { explainRoutes } from '../features/dns/explain/explain.routes.ts'
import type { ServingParts } from '../features/dns/explain/explain.service.ts'
import { changeSetRoutes } from '../features/dns/change-set/change-set.routes.ts'
import { customLineRoutes } from '../features/dns/custom-line/custom-line.routes.ts'
import { lineRoutes } from '../features/dns/line/line.routes.ts'
import { logRoutes } from '../features/dns/log/log.routes.ts'
import { nameserverCheckRoutes } from '../features/dns/nameserver-check/nameserver-check.routes.ts'
import { powerdnsRoutes } from '../features/dns/powerdns-api/powerdns-api.routes.ts'
import { providerZoneRoutes } from '../features/dns/provider-zone/provider-zone.routes.ts'
import { planRoutes } from '../features/dns/plan/plan.routes.ts'
import type { LoggingNodes } from '../features/dns/query-log/node-logs.ts'
import { queryLogRoutes } from '../features/dns/query-log/query-log.routes.ts'
import { querySourceRoutes } from '../features/dns/query-source/query-source.routes.ts'
import { queryVolumeRoutes } from '../features/dns/query-volume/query-volume.routes.ts'
import { recordRoutes } from '../features/dns/record/record.routes.ts'
import { recordTemplateRoutes } from '../features/dns/record-template/record-template.routes.ts'
import { dynamicHostRoutes } from '../features/dns/dynamic-host/dynamic-host.routes.ts'
import { updateKeyRoutes } from '../features/dns/update-key/update-key.routes.ts'
import { vanityNameserverRoutes } from '../features/dns/vanity-nameserver/vanity-nameserver.routes.ts'
import { dynamicUpdateRoute } from '../features/dns/dynamic-host/dynamic-update.route.ts'
import { healthRoutes } from '../features/dns/health/health.routes.ts'
import { domainClaimRoutes } from '../features/dns/domain-claim/domain-claim.routes.ts'
import { ptrRecordRoutes } from '../features/dns/ptr-record/ptr-record.routes.ts'
import { reverseSegmentRoutes } from '../features/dns/reverse-segment/reverse-segment.routes.ts'
import { primaryRoutes } from '../features/dns/primary/primary.routes.ts'
import { secondaryRoutes } from '../features/dns/secondary/secondary.routes.ts'
import type { AskNode } from '../features/dns/secondary/secondary.service.ts'
import { serviceGroupRoutes } from '../features/dns/service-group/service-group.routes.ts'
import { searchRoutes } from '../features/home/search/search.routes.ts'
import { homeRoutes, type HomeParts } from '../features/home/home.routes.ts'
import { backupRoutes } from '../features/system/backup/backup.routes.ts'
import { settingRoutes } from '../features/system/setting/setting.routes.ts'
import { nodeCheckRoutes } from '../features/system/node-check/node-check.routes.ts'
import { acmeAccountRoutes } from '../features/system/acme-account/acme-account.routes.ts'
import { nodeEnrolmentRoutes } from '../features/system/node-enrolment/enrolment.routes.ts'
import { figureRoutes } from '../features/system/figures/figures.routes.ts'
import { emailRoutes } from '../features/system/email/email.routes.ts'
import { namedRequestRoutes } from '../features/system/named-request/named-request.routes.ts'
import { jobRoutes } from '../features/system/job/job.routes.ts'
import { paymentNotificationRoutes } from '../features/system/payment/payment-notification.route.ts'
import { paymentPartsOfSettings, type PaymentParts } from '../features/system/payment/payment-parts.ts'
import { paymentRoutes } from '../features/system/payment/payment.routes.ts'
import { siteRoutes } from '../features/system/site/site.routes.ts'
import type { Route } from '../http/call.ts'
import { createHttpServer, type Authenticate } from '../http/server.ts'
import { settingRules } from './setting-rules.ts'
import { settingTesters } from './setting-testers.ts'

export type AppOptions = {
  db: Db
  /** The connections of `db`, for those who listen to the database. */
  pool: Pool
  /** Deployment mode of the spec: empty, 176, 179 or tw. */
  mode: string
  home: HomeParts
  serving: ServingParts
  /** Nodes whose memory of queries can be read here; none when absent. */
  queryLogs?: LoggingNodes
  /** Asks the node of this process about secondary servers; without it there is none. */
  askNode?: AskNode
  /** Payments; as the settings have them when absent. */
  payments?: PaymentParts
  /** Takes work that goes on after an answer; it runs by itself when absent. */
  later?: (work: Promise<void>) => void
  /** Peers whose X-Forwarded-For is believed. */
  trustedProxies?: string[]
  /** How often streams give a sign of life; the server's own choice when absent. */
  heartbeatMs?: number
  log?: (line: Record<string, unknown>) => void
  /** Judges every write before it is begun, by `<noun>.<verb>`; throws the Problem that stands against it. */
  mayWrite?: (name: string) => Promise<void>
  /** Who makes a request; looked up each time when absent. */
  authenticate?: Authenticate
  /** By what enrolments end; the clock when absent. */
  steadyNow?: () => Date
}

function paymentPartsOf(options: AppOptions): PaymentParts {
  return options.payments ?? paymentPartsOfSettings(options.home.now, options.log ?? (() => {}))
}

/** Every feature's routes, one line each. */
export function allRoutes(options: AppOptions): Route[] {
  const afterAnswer = { log: options.log ?? (() => {}), later: options.later ?? ((work: Promise<void>) => void work) }
  return [
    ...roleRoutes,
    ...menuRoutes(options.mode),
    ...sessionRoutes(options.mode, options.home.segments),
    ...factorRoutes,
    ...wechatRoutes,
    ...passwordResetRoutes(afterAnswer),
    ...userRoutes,
    ...registrationRoutes(afterAnswer),
    ...apiTokenRoutes,
    ...adminRoutes,
    ...messageRoutes(options.db, options.pool),
    ...savedFilterRoutes,
    ...preferenceRoutes,
    ...searchRoutes,
    ...domainRoutes,
    ...domainStatisticsRoutes(options.home.now),
    ...dnssecRoutes,
    ...nameserverCheckRoutes(options.steadyNow ?? options.home.now),
    ...vanityNameserverRoutes(options.steadyNow ?? options.home.now),
    ...healthRoutes(options.steadyNow ?? options.home.now),
    ...planRoutes,
    ...queryLogRoutes(options.queryLogs ?? (() => []), options.home.now),
    ...querySourceRoutes(options.home.now),
    ...dynamicHostRoutes,
    ...queryVolumeRoutes(options.home.now),
    ...updateKeyRoutes,
    ...recordRoutes,
    ...providerZoneRoutes,
    ...recordTemplateRoutes,
    ...domainClaimRoutes(options.home.now, options.steadyNow ?? options.home.now),
    ...reverseSegmentRoutes(options.home.now),
    ...ptrRecordRoutes(options.steadyNow ?? options.home.now),
    ...primaryRoutes,
    ...secondaryRoutes(options.askNode ?? (async () => null)),
    ...serviceGroupRoutes,
    ...logRoutes(options.home.segments, options.home.dataFolder),
    ...customLineRoutes,
    ...changeSetRoutes,
    ...lineRoutes,
    ...explainRoutes(options.serving),
    ...domainComparisonRoutes(options.serving, options.steadyNow ?? options.home.now),
    ...homeRoutes(options.home),
    ...siteRoutes,
    ...jobRoutes(options.home.now),
    ...settingRoutes(settingTesters, settingRules),
    ...nodeCheckRoutes(options.home.now),
    ...nodeEnrolmentRoutes(options.steadyNow ?? options.home.now),
    ...acmeAccountRoutes(options.home.now),
    ...backupRoutes(options.home, options.pool, confirmPassword, options.log ?? (() => {})),
    ...emailRoutes,
    ...paymentRoutes(paymentPartsOf(options)),
    ...verificationRoutes(verificationPartsOfSettings(options.home.now)),
    ...namedRequestRoutes,
    ...figureRoutes(options.home.now),
  ]
}

const endpointNames = new Map(endpoints.map(({ noun, verb, endpoint }) => [endpoint, `${noun}.${verb}`]))
const nameOf = (endpoint: Endpoint): string => endpointNames.get(endpoint) ?? endpoint.path

/** The whole API on one database; it listens when the caller says so. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = await createHttpServer({
    db: options.db,
    routes: allRoutes(options),
    foreignRoutes: powerdnsRoutes,
    authenticate: seenThroughRole(options.authenticate ?? authenticate),
    mayHear: mayStillHear,
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    refused: (call) => noteRefusedWrite(options.db, nameOf(call.endpoint), call),
    ...(options.mayWrite ? { mayWrite: (endpoint) => options.mayWrite!(nameOf(endpoint)) } : {}),
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
    ...(options.log ? { log: options.log } : {}),
  })
  captchaRoute(app, options.db)
  const { mayWrite, log = () => {} } = options
  await dynamicUpdateRoute(app, options.db, { now: options.steadyNow ?? options.home.now, log, mayWrite: mayWrite && (() => mayWrite('record.apply')) })
  await paymentNotificationRoutes(app, options.db, paymentPartsOf(options))
  await wechatOutsideRoutes(app, options.db, options.home.now)
  await verificationCallbackRoute(app, options.db, verificationPartsOfSettings(options.home.now))
  return app
}
