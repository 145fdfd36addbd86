import { user } from '@nameplane/contract/account/user'
import type { TestApp } from './app.ts'
import { rawCall } from './raw-call.ts'

/** What a browser holds of a session: the cookie, and the token header that goes with it. */
export type BrowserSession = { cookie: string; token: string }

/** Signs in as a user from an administrator's session: the session that takes its place in the browser. */
export async function actAs({ app }: Pick<TestApp, 'app'>, own: BrowserSession, userId: number): Promise<BrowserSession> {
  const answer = await rawCall(app, user.impersonate, { id: userId }, { headers: own })
  const { token } = answer.json<{ token?: string }>()
  if (!token) throw new Error(answer.body)
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token }
}
