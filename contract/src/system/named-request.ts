import * as z from 'zod/mini'
import { session } from '../account/session.ts'
import { message } from '../account/message.ts'
import { preference } from '../account/preference.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { lookup } from '../home/lookup.ts'
import { version } from '../home/version.ts'
import { jsonOr } from '../paging.ts'
import { site } from './site.ts'

/*
 * The spec's calls that take a method, a path and parameters. Read literally they would fetch whatever they are told to;
 * here they name one of the calls below and nothing else. Each call keeps its own right.
 */

/** Calls of this API that `sys_common/request` answers. */
export const commonActions: readonly Endpoint[] = [lookup.address, lookup.line, version.detail, version.updateLog, site.config, site.enums, site.notices]
/** Calls of this API that `app/account/request` answers, for the caller's own account. */
export const accountActions: readonly Endpoint[] = [session.navigation, message.unread, preference.table]

const Parameters = z._default(jsonOr(z.record(z.string().check(z.maxLength(64)), z.union([z.string(), z.number(), z.boolean()]))), {})
const input = {
  method: z._default(
    z.pipe(
      z.pipe(
        z.string().check(z.trim(), z.maxLength(8)),
        z.transform((method) => method.toUpperCase()),
      ),
      z.enum(['GET', 'POST']),
    ),
    'GET',
  ),
  param: Parameters,
  url: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200)),
}
const common = {
  summary: 'Answer one of a fixed list of calls by path and method. Nothing is fetched.',
  access: 'session',
  users: 'own',
  effect: 'read',
  input: z.object(input),
  /** The members of the named call's own reply. */
  reply: z.looseObject({}),
  problems: ['unknown_action'],
} as const

export const namedRequest = {
  common: endpoint('POST sys_common/request', common),
  commonBelowSys: endpoint('POST sys/common/request', common),
  account: endpoint('POST app/account/request', { ...common, input: z.object({ ...input, params: Parameters }) }),
}

export const logWords = { named_request: { zh: '指定调用', en: 'API call' } } as const

export const terms = [
  {
    zh: '指定调用',
    en: 'named request',
    word: 'namedRequest',
    meaning: 'A call that selects one of a fixed list of calls by path and method. No address is fetched.',
  },
] as const
