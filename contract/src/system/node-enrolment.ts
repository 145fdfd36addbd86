import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, Id, Ids } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'

/** What can be installed: so far the checks of a CDN node. */
export const installableKinds = ['cdn'] as const

/** An install command that was made, and the node that came of it. */
const NodeEnrolment = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(installableKinds),
  /** `open` until its token is used or an hour has passed; `waiting` for an administrator; `revoked` without its key. */
  state: z.enum(['open', 'expired', 'waiting', 'enabled', 'revoked']),
  createUser: z.string(),
  createTime: Time,
  expireTime: Time,
  useTime: z.nullable(Time),
  /** Where the node enrolled from; empty before. */
  address: z.string(),
  lastCallTime: z.nullable(Time),
})
export type NodeEnrolment = z.output<typeof NodeEnrolment>

/** Made anew with each command: the token is shown this once. */
const InstallCommand = z.object({
  id: z.number(),
  name: z.string(),
  token: z.string(),
  expireTime: Time,
  /** To be pasted into a shell of the node. */
  command: z.string(),
  sha256: z.string(),
  scriptUrl: z.string(),
})
export type InstallCommand = z.output<typeof InstallCommand>

export const nodeEnrolment = {
  list: endpoint('GET sys/node/enrolment/list', {
    summary: 'Install commands that were made and the nodes that came of them, newest first; no token is among them',
    access: 'node_install.read',
    reply: z.object({ data: z.array(NodeEnrolment) }),
  }),
  save: endpoint('POST sys/node/enrolment/save', {
    summary: 'Makes the install command of one node; its token is good once and for an hour, and shown this once',
    access: 'node_install.write',
    whileImpersonating: 'refused',
    input: z.object({ name: plainText(60).check(z.minLength(1, 'required')), kind: z._default(z.enum(installableKinds), 'cdn') }),
    reply: z.object({ data: InstallCommand }),
    problems: ['node_name_taken', 'enrolments_full', 'api_token_beyond_own'],
  }),
  status: endpoint('POST sys/node/enrolment/status', {
    summary: 'Enables or disables a node that enrolled: a disabled one is told nothing and its reports are refused',
    access: 'node_install.write',
    input: z.object({ id: Id, isEnabled: Flag }),
    problems: ['enrolment_missing', 'enrolment_unused'],
  }),
  delete: endpoint('POST sys/node/enrolment/delete', {
    summary: 'Deletes install commands; a node that enrolled goes with its key, which is refused at once',
    access: 'node_install.write',
    input: z.object({ ids: Ids }),
    problems: ['enrolment_missing'],
  }),
  enrol: endpoint('POST app/node/enrol', {
    summary: 'For nodes: trades the enrolment token for a key that can report node checks and nothing else',
    access: 'public',
    input: z.object({ token: z.string().check(z.regex(/^npe_[\w-]{43}$/, 'enrolment_token_unknown')) }),
    reply: z.object({ data: z.object({ nodeId: z.number(), key: z.string(), taskUrl: z.string(), reportUrl: z.string() }) }),
    problems: ['enrolment_token_unknown', 'too_many_requests'],
  }),
  script: endpoint('GET install/node-check.sh', {
    summary: 'For nodes: the program that enrols and checks; its SHA-256 stands in the install command',
    access: 'public',
    answers: 'file',
  }),
}
