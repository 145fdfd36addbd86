import { faceProviders, verification } from '@nameplane/contract/account/verification'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { askForVerification } from './verification-poll.ts'
import { beginVerification, decideVerification, feeOf, ownAccount, revealIdentity, type VerificationParts } from './verification.service.ts'
import { lastOf, listVerifications, standingOf, stateOf } from './verification.store.ts'

/** A browser that waits asks often; the provider is asked no more often than this. */
const betweenChecksMs = 3000

export function verificationRoutes(parts: VerificationParts): Route[] {
  return [
    route(verification.state, async ({ db, actor }) => {
      const accountId = ownAccount(actor)
      const [standing, last, currency, ready] = await Promise.all([
        standingOf(db, accountId, parts.now(), false),
        lastOf(db, accountId),
        booksCurrency(db),
        Promise.all(faceProviders.map((name) => parts.providerOf(db, name))),
      ])
      if (!standing) throw new Problem('session_lost')
      const ways = ready.flatMap((one) => (one ? [{ provider: one.name, feeCents: feeOf(one, standing), currency }] : []))
      return { data: { isVerified: standing.isVerified, last: last ? stateOf(last) : null, ways } }
    }),
    route(verification.begin, async ({ db, actor, input }) => ({ data: await beginVerification(parts, db, actor, input) })),
    route(verification.check, async ({ db, actor }) => {
      const accountId = ownAccount(actor)
      const row = await lastOf(db, accountId)
      if (!row) throw new Problem('verification_missing')
      if (row.state === 'pending') {
        if (row.asked_at && parts.now().getTime() - row.asked_at.getTime() < betweenChecksMs) throw new Problem('verification_too_young')
        await askForVerification(parts, db, row, actor)
      }
      return { data: stateOf((await lastOf(db, accountId))!) }
    }),
    route(verification.list, async ({ db, actor, input }) => ({ data: await listVerifications(db, actor.accessScope, input) })),
    route(verification.reveal, async ({ db, actor, input }) => ({ data: await revealIdentity(db, actor, input.id) })),
    route(verification.decide, async ({ db, actor, input }) => (await decideVerification(db, actor, input, parts.now()), {})),
  ]
}
