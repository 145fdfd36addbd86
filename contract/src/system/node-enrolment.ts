import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
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
    summary: 'List install commands and enrolled nodes, newest first, without tokens',
    access: 'node_install.read',
    reply: z.object({ data: z.array(NodeEnrolment) }),
  }),
  save: endpoint('POST sys/node/enrolment/save', {
    summary: 'Create an install command for a node. Its token is valid for 1 hour, works once and is returned only once.',
    access: 'node_install.write',
    whileImpersonating: 'refused',
    input: z.object({ name: plainText(60).check(z.minLength(1, 'required')), kind: z._default(z.enum(installableKinds), 'cdn') }),
    reply: z.object({ data: InstallCommand }),
    problems: ['node_name_taken', 'enrolments_full', 'api_token_beyond_own'],
  }),
  status: endpoint('POST sys/node/enrolment/status', {
    summary: 'Enable or disable an enrolled node. A disabled node gets no checks and its reports are refused.',
    access: 'node_install.write',
    input: z.object({ id: Id, isEnabled: Flag }),
    problems: ['enrolment_missing', 'enrolment_unused'],
  }),
  delete: endpoint('POST sys/node/enrolment/delete', {
    summary: 'Delete install commands. The keys of enrolled nodes stop working immediately.',
    access: 'node_install.delete',
    input: z.object({ ids: Ids }),
    problems: ['enrolment_missing'],
  }),
  enrol: endpoint('POST app/node/enrol', {
    summary: 'For nodes: exchange the enrolment token for a key that can only report node checks',
    access: 'public',
    input: z.object({ token: z.string().check(z.regex(/^npe_[\w-]{43}$/, 'enrolment_token_unknown')) }),
    reply: z.object({ data: z.object({ nodeId: z.number(), key: z.string(), taskUrl: z.string(), reportUrl: z.string() }) }),
    problems: ['enrolment_token_unknown', 'too_many_requests'],
  }),
  script: endpoint('GET install/node-check.sh', {
    summary: 'For nodes: download the program that enrols and checks. Its SHA-256 is part of the install command.',
    access: 'public',
    answers: 'file',
  }),
}

export const rights = {
  'node_install.read': { zh: '查看节点安装', en: 'View installed nodes' },
  'node_install.write': { zh: '安装、启用与停用节点', en: 'Install, enable and disable nodes' },
  'node_install.delete': { zh: '移除节点', en: 'Delete nodes' },
} as const

export { nodeEnrolmentProblems as problems } from './node-enrolment-problems.ts'

export const auditWords = {
  'node_enrolment.create': { zh: '创建节点安装命令', en: 'Node install command created' },
  'node_enrolment.use': { zh: '节点注册', en: 'Node enrolled' },
  'node_enrolment.switch': { zh: '启用或停用节点', en: 'Node enabled or disabled' },
  'node_enrolment.delete': { zh: '删除节点安装', en: 'Node installation deleted' },
} as const

export const logWords = { node_enrolment: { zh: '节点安装', en: 'Node installation' } } as const

export const terms = [
  {
    zh: '节点注册',
    en: 'node enrolment',
    word: 'node_enrolment',
    meaning: 'Permission for one node to get its own key, by a token that works once and is valid for 1 hour',
  },
] as const
/** What the fields of install commands are called. */
export const fieldNames = { name: { zh: '节点名称', en: 'Node name' }, kind: { zh: '类型', en: 'Type' } } as const satisfies NamesFor<typeof nodeEnrolment.save>
