import { steadyNow } from '../time/steady-time.ts'
import { seal, unseal } from './seal.ts'

/** A text that whoever is to bring it back keeps, and not the platform, until its time has passed. */
type Offer = { until: number; secret: string }

/** Seals a text for one place and so many seconds. */
export function sealOffer(secret: string, place: string, lifeSeconds: number): string {
  return seal(JSON.stringify({ until: steadyNow().getTime() + lifeSeconds * 1000, secret } satisfies Offer), place)
}

/** What was sealed for this place; null when its time has passed. @throws SealProblem when it was not sealed here, for this place. */
export function openOffer(sealed: string, place: string): string | null {
  const { until, secret } = JSON.parse(unseal(sealed, place)) as Offer
  return until > steadyNow().getTime() ? secret : null
}
