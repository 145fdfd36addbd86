import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { EmailServer } from '@nameplane/contract/system/settings/email-server'
import type { Db } from '../../db/connection.ts'
import { seal, SealProblem, unseal } from '../../secrets/seal.ts'
import { emailTokenPlace } from '../../secrets/sealed-places.ts'
import { outbound } from '../http/outbound.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { EmailProblem } from './email.ts'

/*
 * Access tokens for XOAUTH2. The refresh token of the settings is where it begins; Microsoft hands out a newer one with each
 * access token and lets the old one lapse after 90 days, so the newest is kept, sealed, beside the settings.
 */

const scope = 'https://outlook.office.com/SMTP.Send offline_access'
/** A token is not used in its last minutes: it could lapse on the way. */
const marginMs = 120_000

const Granted = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(16_384)),
  expires_in: z._default(z.coerce.number<number>().check(z.minimum(0), z.maximum(86_400 * 30)), 3600),
  refresh_token: z.optional(z.string().check(z.maxLength(16_384))),
})
const Refused = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,64}$/)) })

type Oauth = EmailServer['oauth']

/** Another refresh token in the settings begins anew. */
function sourceOf({ tenant, clientId, refreshToken, authority }: Oauth): string {
  return createHash('sha256')
    .update(JSON.stringify([authority, tenant, clientId, refreshToken]))
    .digest('hex')
}

function opened(sealed: string, source: string): string | null {
  try {
    return unseal(sealed, emailTokenPlace(source))
  } catch (cause) {
    // Lost with its key: the settings still have one to begin with.
    if (cause instanceof SealProblem) return null
    throw cause
  }
}

/** A token that is still good, from the store or, if it is not or `isNew` asks for it, from the authority. @throws EmailProblem */
export async function accessToken(db: Db, oauth: Oauth, { isNew = false, signal }: { isNew?: boolean; signal?: AbortSignal } = {}): Promise<string> {
  const source = sourceOf(oauth)
  const kept = await db.selectFrom('mail_token').selectAll().where('source', '=', source).executeTakeFirst()
  if (kept && !isNew && kept.expires_at.getTime() - marginMs > Date.now()) {
    const token = opened(kept.access_token, source)
    if (token !== null) return token
  }
  const refreshToken = (kept && opened(kept.refresh_token, source)) ?? oauth.refreshToken
  const granted = await askAuthority(oauth, refreshToken, signal)
  const fields = {
    access_token: seal(granted.access_token, emailTokenPlace(source)),
    refresh_token: seal(granted.refresh_token ?? refreshToken, emailTokenPlace(source)),
    expires_at: new Date(Date.now() + granted.expires_in * 1000),
  }
  await db
    .insertInto('mail_token')
    .values({ source, ...fields })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(fields))
    .execute()
  return granted.access_token
}

async function askAuthority(oauth: Oauth, refreshToken: string, signal: AbortSignal | undefined): Promise<z.output<typeof Granted>> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: oauth.clientId,
    client_secret: oauth.clientSecret,
    refresh_token: refreshToken,
    scope,
  }).toString()
  const reply = await outbound({ family: 'mail', baseUrl: oauth.authority.replace(/\/$/, '') })
    .call({
      method: 'POST',
      path: `/${oauth.tenant}/oauth2/v2.0/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      isIdempotent: false,
      ...(signal ? { signal } : {}),
    })
    .catch((cause: unknown) => {
      if (cause instanceof OutboundProblem) throw new EmailProblem('token_unreachable', cause.message, { isTemporary: cause.reason !== 'wrong-address', cause })
      throw cause
    })
  const answer = parsed(reply.body)
  const granted = Granted.safeParse(answer)
  if (reply.status === 200 && granted.success) return granted.data
  const refused = Refused.safeParse(answer)
  const why = refused.success ? refused.data.error : `status ${reply.status}`
  throw new EmailProblem('token', `the authorisation server issued no token (${why})`, { isTemporary: reply.status >= 500 || reply.status === 429, reply: why })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}
