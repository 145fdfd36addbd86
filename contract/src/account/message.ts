import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Moment } from '../moment.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'

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
    summary:
      'Messages, one page: for whoever may manage them all there are, for everybody else, and with `box=received`, those that were published for the caller',
    access: 'session',
    users: 'own',
    effect: 'read',
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
    summary: 'One message with its content',
    access: 'session',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: Message }),
    problems: missing,
  }),
  unread: endpoint('GET sys/message/unread', {
    summary: 'How many messages the caller has not read',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.object({ unread: z.number() }) }),
  }),
  read: endpoint('POST sys/message/read', {
    summary:
      'Marks messages of the caller as read, or with `all` every one; answers how many are left unread. Not while acting as a user, who has read nothing then',
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
    summary: 'Server-sent events while the session lasts: `message` for a new one of the caller, `unread` for another count',
    access: 'session',
    users: 'own',
    answers: 'stream',
    problems: ['too_many_streams'],
  }),
  save: endpoint('POST sys/message/SaveMessage', {
    summary: 'Writes a new message, or with `id` changes one that is not published; keeps it as a draft, publishes it, or schedules that',
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
    summary: 'Publishes drafts, scheduled and revoked messages now',
    access: 'message.write',
    input: z.object(many),
    problems: [...missing, 'message_published', 'message_for_nobody'],
  }),
  revoke: endpoint('POST sys/message/revoke', {
    summary: 'Takes published messages back from their readers, and scheduled ones off the schedule',
    access: 'message.write',
    input: z.object(many),
    problems: [...missing, 'message_not_published'],
  }),
  pin: endpoint('POST sys/message/pin', {
    summary: 'Puts messages above the others, or back among them',
    access: 'message.write',
    input: z.object({ ...many, pinned: Flag }),
    problems: missing,
  }),
  delete: endpoint('POST sys/message/delete', {
    summary: 'Deletes messages with what is known about their readers',
    access: 'message.write',
    input: z.object(many),
    problems: missing,
  }),
  recipients: endpoint('GET sys/message/recipients', {
    summary: 'Accounts by name, to choose whom a message is for; at most 20',
    access: 'message.write',
    input: z.object({ search: z._default(z.string().check(z.trim(), z.maxLength(64)), '') }),
    reply: z.object({ data: z.object({ list: z.array(Recipient) }) }),
  }),
  addImage: endpoint('POST sys/message/image', {
    summary: 'With the part image (PNG, JPEG or WebP): keeps it, drawn anew, and answers the name under which content may show it',
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
    summary: 'An image of a message, under the unguessable name it was given',
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
