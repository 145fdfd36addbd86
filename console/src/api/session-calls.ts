import type { SecondStep, session } from '@nameplane/contract/account/session'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from './call-problem.ts'
import { call } from './client.ts'
import { onWire } from './on-wire.ts'
import { seeAsRole, seenRole } from './seen-role.ts'
import { removeSession, sessionToken, startSession } from './session-store.ts'

/*
 * Signing in must not wait for the schemas, so the session's own calls stand here as the wire knows them; a test holds
 * them against the contract.
 */
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

/** Whether somebody is signed in; a session that is held counts, and the root shows what releases it. */
export async function isSignedIn(): Promise<boolean> {
  try {
    return (await navigation()) !== null
  } catch (cause) {
    if (cause instanceof CallProblem && cause.kind === 'held') return true
    throw cause
  }
}

export function forgetNavigation(): void {
  asked = null
}

async function askNavigation(): Promise<Navigation | null> {
  try {
    return await call(sessionCalls.navigation, {}, { survivesNavigation: true, isAskingForSession: true })
  } catch (cause) {
    if (cause instanceof CallProblem && cause.kind === 'lost-session') return null
    // The role that this tab looks through is gone, or no longer ours to look through.
    if (cause instanceof CallProblem && cause.kind === 'refused' && seenRole() !== null) {
      seeAsRole(null)
      return askNavigation()
    }
    throw cause
  }
}

const signOutPatienceMs = 5000

/** Ends the session on the server, or at least in this browser when the server does not answer in time. */
export async function signOut(): Promise<void> {
  seeAsRole(null)
  try {
    await call(sessionCalls.logout, {}, { survivesNavigation: true, isAskingForSession: true, signal: AbortSignal.timeout(signOutPatienceMs) })
  } catch (cause) {
    if (!(cause instanceof CallProblem)) throw cause
  }
  forgetNavigation()
  removeSession()
}

export type SignInForm = Reply<typeof session.form>['data']

/**
 * What the server wrote into the page of what the form must look like, for the first place that the page leads to; whoever comes to
 * the form later asks.
 */
export function takeWrittenForm(): SignInForm | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="nameplane-sign-in"]')
  if (!written?.content) return null
  const form = JSON.parse(written.content) as SignInForm
  written.remove()
  return form
}

/** What the form must look like for this name; null when the server gives no answer. */
export async function signInForm(username?: string): Promise<SignInForm | null> {
  try {
    return (await call(sessionCalls.form, username === undefined ? {} : { username }, { survivesNavigation: true })).data
  } catch (cause) {
    if (cause instanceof CallProblem) return null
    throw cause
  }
}

/** What a sign-in came to: done, refused, or waiting for a second factor. */
export type SignInOutcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly problem: CallProblem }
  | { readonly isDone: false; readonly second: SecondStep }

/** Signs in with the password and keeps the session. */
export async function signIn(entered: Sent<typeof session.login>): Promise<SignInOutcome> {
  return outcomeOf(call(sessionCalls.login, entered))
}

/** Keeps the session that a call of signing in answered. */
export async function outcomeOf(answer: Promise<Reply<typeof session.login>>): Promise<SignInOutcome> {
  try {
    const { token, second } = await answer
    if (second) return { isDone: false, second }
    forgetNavigation()
    startSession(token ?? '')
    return { isDone: true }
  } catch (cause) {
    if (cause instanceof CallProblem) return { isDone: false, problem: cause }
    throw cause
  }
}
