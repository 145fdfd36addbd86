import type { session } from '@nameplane/contract/account/session'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from './call-problem.ts'
import { call } from './client.ts'
import { removeSession, sessionToken, startSession } from './session-store.ts'

/*
 * Signing in must not wait for the schemas, so the session's four calls stand here as the wire knows them; a test holds
 * them against the contract.
 */
function onWire<E extends Endpoint>(method: 'GET' | 'POST', path: string): E {
  return { method, path } as unknown as E
}

export const sessionCalls = {
  login: onWire<typeof session.login>('POST', 'sys/login'),
  form: onWire<typeof session.form>('GET', 'sys/login/form'),
  logout: onWire<typeof session.logout>('POST', 'sys/logout'),
  navigation: onWire<typeof session.navigation>('GET', 'sys/menu/nav'),
}

/** The route list and rights of the signed-in caller. */
export type Navigation = Reply<typeof session.navigation>

let asked: { token: string; answer: Promise<Navigation | null> } | null = null

/**
 * Who is signed in, asked once a session; null when nobody is. Throws a CallProblem when the server gives no answer,
 * which says nothing about the session.
 */
export function navigation(): Promise<Navigation | null> {
  const token = sessionToken()
  if (token === null) return Promise.resolve(null)
  if (asked?.token !== token) {
    const answer = askNavigation()
    asked = { token, answer }
    // What failed is asked again.
    answer.catch(() => {
      if (asked?.answer === answer) asked = null
    })
  }
  return asked.answer
}

export function forgetNavigation(): void {
  asked = null
}

async function askNavigation(): Promise<Navigation | null> {
  try {
    return await call(sessionCalls.navigation, {}, { survivesNavigation: true, isAskingForSession: true })
  } catch (cause) {
    if (cause instanceof CallProblem && cause.kind === 'lost-session') return null
    throw cause
  }
}

const signOutPatienceMs = 5000

/** Ends the session on the server, or at least in this browser when the server does not answer in time. */
export async function signOut(): Promise<void> {
  try {
    await call(sessionCalls.logout, {}, { survivesNavigation: true, isAskingForSession: true, signal: AbortSignal.timeout(signOutPatienceMs) })
  } catch (cause) {
    if (!(cause instanceof CallProblem)) throw cause
  }
  forgetNavigation()
  removeSession()
}

export type SignInForm = Reply<typeof session.form>['data']

/** What the form must look like for this name; null when the server gives no answer. */
export async function signInForm(username?: string): Promise<SignInForm | null> {
  try {
    return (await call(sessionCalls.form, username === undefined ? {} : { username }, { survivesNavigation: true })).data
  } catch (cause) {
    if (cause instanceof CallProblem) return null
    throw cause
  }
}

/** Signs in and keeps the session; answers the problem where that was refused. */
export async function signIn(entered: Sent<typeof session.login>): Promise<CallProblem | null> {
  try {
    const { token } = await call(sessionCalls.login, entered)
    forgetNavigation()
    startSession(token)
    return null
  } catch (cause) {
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}
