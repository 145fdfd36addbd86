import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Moment } from '../moment.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

/** What a message is (spec point 3). */
export const messageTypes = { letter: 1, notice: 2, ticket: 3 } as const

/** Draft: nobody's but its writers'. Scheduled: published by itself at its time. Revoked: taken back from its readers. */
export const messageStates = ['draft', 'scheduled', 'published', 'revoked'] as const
export type MessageState = (typeof messageStates)[number]

/** The classes of accounts a message can be meant for. */
export const accountClasses = ['user', 'agent', 'administrator'] as const
export type AccountClass = (typeof accountClasses)[number]

/** Everybody there is when it is published, everybody of some classes, or chosen accounts. */
export const audiences = ['all', 'class', 'selected'] as const
export type Audience = (typeof audiences)[number]

const Recipient = z.object({ id: z.number(), username: z.string(), kind: z.enum(accountClasses) })
export type Recipient = z.infer<typeof Recipient>

const Type = z.union([z.literal(1), z.literal(2), z.literal(3)])

const rowShape = {
  id: z.number(),
  title: z.string(),
  /** The first words of the content, without marks. */
  excerpt: z.string(),
  type: Type,
  /** 1 published, 0 not (spec point 6: "has a status"). */
  status: z.union([z.literal(0), z.literal(1)]),
  state: z.enum(messageStates),
  pinned: z.boolean(),
  createtime: Time,
  /** When it was published, or will be; null for a draft. */
  publishTime: z.nullable(Time),
  /** 0 for a message that the caller received and has not read, else 1. */
  readStatus: z.union([z.literal(0), z.literal(1)]),
  /** What only those who may manage messages are told; null for others. */
  management: z.nullable(
    z.object({
      audience: z.enum(audiences),
      classes: z.array(z.enum(accountClasses)),
      /** How many accounts it went to, and how many of them have read it. */
      recipients: z.number(),
      readers: z.number(),
      author: z.string(),
      /** Goes to its receivers by mail too. */
      mailed: z.boolean(),
      updateTime: Time,
      rowVersion: z.number(),
    }),
  ),
}

/** A message in a list. */
export const MessageRow = z.object(rowShape)
export type MessageRow = z.infer<typeof MessageRow>

/** A message whole: its content is sanitised HTML. */
export const Message = z.object({
  ...rowShape,
  content: z.string(),
  /** The chosen accounts, for those who may manage messages; empty for every other audience. */
  accounts: z.array(Recipient),
})
export type Message = z.infer<typeof Message>

/** Classes as an array, or comma-joined as a form sends them. */
const Classes = z.pipe(
  z.transform((sent: unknown) => (typeof sent === 'string' ? (sent === '' ? [] : sent.split(',')) : sent)),
  z.array(z.enum(accountClasses)).check(z.maxLength(accountClasses.length)),
)

const typeNumber = z.pipe(numeric(), Type)

/** A member that may be left out, or left empty by a form. */
function optional<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniOptional<Schema> {
  const filled = z.pipe(
    z.transform((sent: unknown): unknown => (sent === '' || sent === null ? undefined : sent)),
    z.optional(schema),
  )
  return z.optional(filled) as unknown as z.ZodMiniOptional<Schema>
}

const many = { ids: Ids }
const missing = ['message_missing'] as const

export const message = {
  list: endpoint('POST sys/message/GetMessageList', {
    summary: 'List messages: all of them for those with permission to manage messages, otherwise or with `box=received` those published for the caller',
    access: 'session',
    users: 'own',
    effect: 'read',
    // Spec point 7.
    sentAs: 'form',
    input: listQuery(['id', 'title', 'type', 'createtime', 'publishTime'], {
      /** `received`: for the caller only; administrators receive notices (spec point 6). */
      box: z._default(z.enum(['all', 'received']), 'all'),
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      type: optional(typeNumber),
      state: optional(z.enum(messageStates)),
      audience: optional(z.enum(audiences)),
      readStatus: optional(z.pipe(numeric(), z.union([z.literal(0), z.literal(1)]))),
    }),
    reply: z.object({ data: pageOf(MessageRow) }),
  }),
  detail: endpoint('GET sys/message/info/{id}', {
    summary: 'Get a message with its content',
    access: 'session',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: Message }),
    problems: missing,
  }),
  unread: endpoint('GET sys/message/unread', {
    summary: 'Count the unread messages of the caller',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.object({ unread: z.number() }) }),
  }),
  read: endpoint('POST sys/message/read', {
    summary: 'Mark messages of the caller as read, or all with `all`. Returns the number still unread. Not available while signed in as another user.',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z
      .object({ ids: z.optional(Ids), all: z._default(Flag, false) })
      .check(z.refine((sent) => sent.all || sent.ids !== undefined, { path: ['ids'], error: 'required' })),
    reply: z.object({ data: z.object({ unread: z.number() }) }),
    problems: missing,
  }),
  stream: endpoint('GET sys/message/stream', {
    summary: 'Stream server-sent events during the session: `message` for a new message of the caller, `unread` for a new count',
    access: 'session',
    users: 'own',
    answers: 'stream',
    problems: ['too_many_streams'],
  }),
  save: endpoint('POST sys/message/SaveMessage', {
    summary: 'Create a message, or edit an unpublished one by `id`. Save it as a draft, publish it, or schedule it.',
    access: 'message.write',
    input: z
      .object({
        id: optional(Id),
        rowVersion: optional(Version),
        title: plainText(limits.messageTitleLength).check(z.minLength(1, 'required')),
        content: z.string().check(z.minLength(1, 'required'), z.maxLength(limits.messageContentLength)),
        type: z._default(typeNumber, messageTypes.notice),
        audience: z._default(z.enum(audiences), 'all'),
        classes: z._default(Classes, []),
        accountIds: optional(Ids),
        pinned: z._default(Flag, false),
        /** By mail too, to the receivers that have an address. */
        mailed: z.optional(Flag),
        action: z._default(z.enum(['draft', 'publish', 'schedule']), 'draft'),
        publishTime: optional(Moment),
      })
      .check(
        z.refine((sent) => sent.audience !== 'class' || sent.classes.length > 0, { path: ['classes'], error: 'required' }),
        z.refine((sent) => sent.audience !== 'selected' || sent.accountIds !== undefined, { path: ['accountIds'], error: 'required' }),
        z.refine((sent) => sent.action !== 'schedule' || sent.publishTime !== undefined, { path: ['publishTime'], error: 'required' }),
      ),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: [...missing, 'message_published', 'message_empty', 'message_time_past', 'message_for_nobody', 'message_account_missing', 'changed_meanwhile'],
    bodyLimitBytes: limits.messageContentLength * 6,
  }),
  publish: endpoint('POST sys/message/publish', {
    summary: 'Publish drafts, scheduled messages and revoked messages now',
    access: 'message.write',
    input: z.object(many),
    problems: [...missing, 'message_published', 'message_for_nobody'],
  }),
  revoke: endpoint('POST sys/message/revoke', {
    summary: 'Revoke published messages and cancel scheduled ones',
    access: 'message.write',
    input: z.object(many),
    problems: [...missing, 'message_not_published'],
  }),
  pin: endpoint('POST sys/message/pin', {
    summary: 'Pin or unpin messages',
    access: 'message.write',
    input: z.object({ ...many, pinned: Flag }),
    problems: missing,
  }),
  delete: endpoint('POST sys/message/delete', {
    summary: 'Delete messages and their read history',
    access: 'message.delete',
    input: z.object(many),
    problems: missing,
  }),
  recipients: endpoint('GET sys/message/recipients', {
    summary: 'Find recipients by name, at most 20',
    access: 'message.write',
    input: z.object({ search: z._default(z.string().check(z.trim(), z.maxLength(64)), '') }),
    reply: z.object({ data: z.object({ list: z.array(Recipient) }) }),
  }),
  addImage: endpoint('POST sys/message/image', {
    summary: 'Upload a message image as the part `image` (PNG, JPEG or WebP). Returns the name to use in content.',
    access: 'message.write',
    takes: 'parts',
    /** A file; the server reads it as it arrives and never as a member of a body. */
    input: z.object({ image: z.optional(z.unknown()) }),
    bodyLimitBytes: limits.messageImageBytes,
    reply: z.object({ data: z.object({ key: z.string(), width: z.number(), height: z.number() }) }),
    problems: ['image_missing', 'image_not_allowed', 'image_too_large', 'image_unreadable'],
  }),
  /** Nobody can guess a name, and browsers send no token header for images. */
  image: endpoint('GET sys/message/image/{key}', {
    summary: 'Get a message image by its unguessable name',
    access: 'public',
    answers: 'file',
    input: z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'invalid_value')) }),
    problems: ['image_absent'],
  }),
}

/** What the stream tells. `unread` counts all of the caller's. */
export type MessageEvent =
  | { readonly event: 'unread'; readonly data: { readonly unread: number } }
  | { readonly event: 'message'; readonly data: { readonly unread: number; readonly id: number; readonly title: string; readonly type: number } }

export const rights = {
  'message.read': { zh: '查看全部消息', en: 'View all messages' },
  'message.write': { zh: '发布与修改消息', en: 'Publish and edit messages' },
  'message.delete': { zh: '删除消息', en: 'Delete messages' },
} as const

export const problems = {
  message_missing: { zh: '消息不存在', en: 'Message not found' },
  message_published: { zh: '已发布的消息不能修改，请先撤回：{title}', en: 'Message already published. Revoke it first: {title}' },
  message_not_published: { zh: '消息尚未发布，不能撤回：{title}', en: 'Message not published: {title}' },
  message_empty: { zh: '内容不能为空', en: 'Enter the content' },
  message_time_past: { zh: '发布时间必须晚于现在', en: 'Publish time must be in the future' },
  message_for_nobody: {
    zh: '没有任何账号会收到这条消息（管理员只接收通知）：{title}',
    en: 'No account would receive this message. Administrators receive notices only: {title}',
  },
  message_account_missing: { zh: '指定的账号中有 {count} 个不存在', en: '{count, selected account does, selected accounts do} not exist' },
  too_many_streams: { zh: '此账号打开的页面过多，暂不接收实时消息', en: 'Too many open pages for this account. Messages are not updated live on this page.' },
  image_missing: { zh: '请选择图片', en: 'Select an image' },
  image_absent: { zh: '图片不存在', en: 'Image not found' },
  image_not_allowed: { zh: '只能上传 PNG、JPEG 或 WebP 图片', en: 'Image format not supported. Use PNG, JPEG or WebP.' },
  image_too_large: {
    zh: '图片过大，不能超过 {megabytes} MB、{megapixels} 百万像素',
    en: 'Image too large. The limit is {megabytes} MB and {megapixels, megapixel}.',
  },
  image_unreadable: { zh: '图片已损坏，无法读取', en: 'Image damaged and not readable' },
} as const
registerProblems(problems)

export const auditWords = {
  'message.create': { zh: '新建消息', en: 'Message created' },
  'message.update': { zh: '修改消息', en: 'Message changed' },
  'message.publish': { zh: '发布消息', en: 'Message published' },
  'message.publish_scheduled': { zh: '定时发布消息', en: 'Scheduled message published' },
  'message.revoke': { zh: '撤回消息', en: 'Message revoked' },
  'message.pin': { zh: '置顶消息', en: 'Message pinned' },
  'message.unpin': { zh: '取消置顶消息', en: 'Message unpinned' },
  'message.delete': { zh: '删除消息', en: 'Message deleted' },
  'message.read': { zh: '阅读消息', en: 'Message read' },
  'message.add_image': { zh: '上传消息图片', en: 'Message image uploaded' },
} as const

export const logWords = { message: { zh: '消息', en: 'Message' } } as const

/** What the fields of messages are called. */
export const fieldNames = {
  audience: { zh: '接收人', en: 'Recipients' },
  classes: { zh: '账号类型', en: 'Account types' },
  content: { zh: '内容', en: 'Content' },
  isPinned: { zh: '置顶', en: 'Pinned' },
  publishAt: { zh: '发布时间', en: 'Publish time' },
  read: { zh: '标为已读', en: 'Marked as read' },
  accountIds: { zh: '账号', en: 'Accounts' },
  pinned: { zh: '置顶显示', en: 'Pin to top' },
  mailed: { zh: '同时发送邮件', en: 'Also send by email' },
  action: { zh: '操作', en: 'Action' },
  publishTime: { zh: '发布时间', en: 'Published' },
  state: { zh: '状态', en: 'Status' },
  readRate: { zh: '已读', en: 'Read' },
  author: { zh: '创建人', en: 'Created by' },
  createtime: { zh: '创建时间', en: 'Created' },
  updated: { zh: '最后修改', en: 'Last changed' },
} as const satisfies NamesFor<typeof message.save>

export const menu = [{ path: '/account/message/list', right: 'message.read', place: 10 }] as const

export const terms = [{ zh: '消息', en: 'message', word: 'message', meaning: 'An in-app message, notice or ticket, published to its recipients' }] as const
