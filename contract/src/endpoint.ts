import * as z from 'zod/mini'
import type { ProblemCode } from './problem-text.ts'
import type { Right } from './right.ts'

/**
 * One call of the API, said once: from this value come the server's route and validation, the reply filter,
 * the client's typed call and query key, the form's rules, the right behind a button, the API page and the sweeps.
 */
export type Endpoint<Input extends z.core.$ZodType = z.core.$ZodType, Reply extends z.core.$ZodType = z.core.$ZodType> = {
  readonly method: 'GET' | 'POST'
  /** Wire path below the API root; `{id}` marks a parameter, which is a member of `input`. */
  readonly path: string
  /** One sentence for the API page. */
  readonly summary: string
  /**
   * `public`: no session; `session`: any signed-in caller; else the right that the caller must hold. Of several one opens the call, and
   * its route asks for the one of what is named.
   */
  readonly access: 'public' | 'session' | Right | readonly Right[]
  /** Whether the call changes state. Every POST that only reads says `read`. */
  readonly effect: 'read' | 'write'
  /** Path parameters, query and body in one object. */
  readonly input: Input
  /** Members of the reply beside `code` and `msg`; what is not named here cannot leave. */
  readonly reply: Reply
  /** Problems beyond bad input, missing session or right. */
  readonly problems: readonly ProblemCode[]
  /** Who may call besides administrators: ordinary users on their own objects. */
  readonly users: 'none' | 'own'
  /** `refused`: not for an administrator who acts as a user. Whatever touches a password, a second factor or a token says so. */
  readonly whileImpersonating: 'allowed' | 'refused'
  /** `file`: answers bytes on success (a download); `stream`: server-sent events. */
  readonly answers: 'json' | 'file' | 'stream'
  /** `parts`: also takes multipart/form-data, whose parts the route reads itself as they arrive. */
  readonly takes: 'fields' | 'parts'
  /** How the console sends what is no query. The server takes either from everybody. */
  readonly sentAs: 'json' | 'form'
  /** Answers although the session is locked, or waits for its account to set a new password or set up a second factor. */
  readonly whileRestricted: readonly SessionRestriction[]
  /** The largest body in bytes; the server's default when absent. */
  readonly bodyLimitBytes?: number
}

/** Why a session answers almost nothing: it was locked, or its account must set a new password or set up a second factor first. */
export type SessionRestriction = 'locked' | 'password' | 'enrolment'

type EndpointOptions<Input, Reply> = {
  summary: string
  access: Endpoint['access']
  effect?: 'read' | 'write'
  input?: Input
  reply?: Reply
  problems?: readonly ProblemCode[]
  users?: 'none' | 'own'
  whileImpersonating?: 'allowed' | 'refused'
  answers?: 'json' | 'file' | 'stream'
  takes?: 'fields' | 'parts'
  sentAs?: 'json' | 'form'
  whileRestricted?: readonly SessionRestriction[]
  bodyLimitBytes?: number
}

/** The rights of which one opens a call; none where no right is asked for. */
export function rightsOpening({ access }: Pick<Endpoint, 'access'>): readonly Right[] {
  if (access === 'public' || access === 'session') return []
  return typeof access === 'string' ? [access] : access
}

const nothing = z.object({})

/** Declares a call: `endpoint('GET sys/dns/domain/list', { … })`. GET reads and POST writes unless `effect` says otherwise. */
export function endpoint<Input extends z.core.$ZodType = typeof nothing, Reply extends z.core.$ZodType = typeof nothing>(
  call: `${'GET' | 'POST'} ${string}`,
  options: EndpointOptions<Input, Reply>,
): Endpoint<Input, Reply> {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  return {
    method,
    path,
    summary: options.summary,
    access: options.access,
    effect: options.effect ?? (method === 'GET' ? 'read' : 'write'),
    input: options.input ?? (nothing as unknown as Input),
    reply: options.reply ?? (nothing as unknown as Reply),
    problems: options.problems ?? [],
    users: options.users ?? 'none',
    whileImpersonating: options.whileImpersonating ?? 'allowed',
    answers: options.answers ?? 'json',
    takes: options.takes ?? 'fields',
    sentAs: options.sentAs ?? 'json',
    whileRestricted: options.whileRestricted ?? [],
    ...(options.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: options.bodyLimitBytes }),
  }
}

/** What a caller may send (before defaults are filled in). */
export type Sent<E extends Endpoint> = z.input<E['input']>
/** What the server works with (after validation and defaults). */
export type Received<E extends Endpoint> = z.output<E['input']>
/** What the server hands over for a reply. */
export type Answered<E extends Endpoint> = z.input<E['reply']>
/** What the caller gets, beside `code` and `msg`. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Names of the `{…}` parameters of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
