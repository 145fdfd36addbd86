import { Problem } from '../../../problem.ts'
import { SealProblem } from '../../../secrets/seal.ts'
import { openOffer, sealOffer } from '../../../secrets/sealed-offer.ts'

/** How long the link of a registration email is good. */
export const linkLifeSeconds = 3600

const place = 'registration link'

/** What a link says: whoever has it reads the mail of this address. Nothing of it is kept here. */
export function linkFor(email: string): string {
  return sealOffer(email, place, linkLifeSeconds)
}

/** The address of a link. @throws Problem */
export function emailOfLink(link: string): string {
  let email: string | null
  try {
    email = openOffer(link, place)
  } catch (cause) {
    if (cause instanceof SealProblem) throw linkProblem('registration_link_invalid')
    throw cause
  }
  if (email === null) throw linkProblem('registration_link_expired')
  return email
}

export function linkProblem(code: 'registration_link_invalid' | 'registration_link_expired' | 'registration_link_used'): Problem {
  return new Problem(code, { fields: { link: code } })
}
