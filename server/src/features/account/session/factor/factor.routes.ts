import { factor } from '@nameplane/contract/account/factor'
import { route, type Route } from '../../../../http/call.ts'
import { factorStatus, offerPasskey, offerTotp, removePasskey, removeTotp, renamePasskey, renewRecoveryCodes, takePasskey, takeTotp } from './factor.service.ts'
import { placeOf } from './passkey.ts'

/** Second factors of the calling administrator. */
export const factorRoutes: Route[] = [
  route(factor.status, async ({ db, actor, request }) => ({ data: await factorStatus(db, actor, placeOf(request).host) })),
  route(factor.totpOffer, async ({ db, actor, input }) => ({ data: await offerTotp(db, actor, input.password) })),
  route(factor.totpSave, async ({ db, actor, input }) => ({ data: { recoveryCodes: await takeTotp(db, actor, input) } })),
  route(factor.totpDelete, async ({ db, actor, input }) => (await removeTotp(db, actor, input.password), {})),
  route(factor.passkeyOffer, async ({ db, actor, input, request }) => ({ data: await offerPasskey(db, actor, input.password, placeOf(request).host) })),
  route(factor.passkeySave, async ({ db, actor, input, request }) => ({ data: { recoveryCodes: await takePasskey(db, actor, input, placeOf(request)) } })),
  route(factor.passkeyRename, async ({ db, actor, input }) => (await renamePasskey(db, actor, input), {})),
  route(factor.passkeyDelete, async ({ db, actor, input }) => (await removePasskey(db, actor, input), {})),
  route(factor.recoverySave, async ({ db, actor, input }) => ({ data: { recoveryCodes: await renewRecoveryCodes(db, actor, input.password) } })),
]
