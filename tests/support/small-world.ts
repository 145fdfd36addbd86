import { randomBytes } from 'node:crypto'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { config } from '@nameplane/contract/system/config'
import type { TestApp } from './app.ts'
import { makeSmallEnrolments, type SmallEnrolments } from './small-enrolments.ts'
import { makeSmallLetters, type SmallLetters } from './small-letters.ts'
import { makeSmallMessages, type SmallMessages } from './small-messages.ts'
import { makeSmallPayments, type SmallPayments } from './small-payments.ts'
import { makeSmallPower, type SmallPower } from './small-power.ts'
import { makeSmallSchedule, type SmallSchedule } from './small-schedule.ts'

/** A little of everything, so that each call has something to work on. */
export type SmallWorld = SmallEnrolments &
  SmallLetters &
  SmallMessages &
  SmallPayments &
  SmallPower &
  SmallSchedule & {
    name: string
    domainId: number
    domainVersion: number
    recordIds: number[]
    /** Locked domain, and one in the recycle bin. */
    lockedId: number
    recycledId: number
    groupId: number
    userId: number
    /** An administrator without roles. */
    adminId: number
    savedFilterId: number
    /** A config record of an administrator's own, and its first saved state. */
    configId: number
    configVersionId: number
    /** An API key of the first administrator. */
    apiTokenId: number
    /** A node that nothing runs on. */
    nodeId: number
    sitePictureKey: string
  }

let worlds = 0

/** Makes a new world beside those that are there already, through the calls themselves. */
export async function makeSmallWorld({ call, db }: Pick<TestApp, 'call' | 'db'>): Promise<SmallWorld> {
  worlds += 1
  const name = `world${worlds}.example`
  const {
    data: { id: domainId },
  } = await call(domain.save, { domain: name })
  const add = (host: string, type: string, value: string) => ({ op: 'add' as const, record: { host, type, value, ttl: 600 } })
  const { data: applied } = await call(record.apply, {
    domainId,
    changes: [add('www', 'A', '192.0.2.1'), add('www', 'A', '192.0.2.2'), add('@', 'MX', '10 mail.example.net.'), add('text', 'TXT', '"one two"')],
  })
  const {
    data: { id: lockedId },
  } = await call(domain.save, { domain: `locked.${name}` })
  await call(domain.lock, { ids: [lockedId], locked: true })
  const {
    data: { id: recycledId },
  } = await call(domain.save, { domain: `recycled.${name}` })
  await call(domain.delete, { ids: [recycledId] })
  const {
    data: { id: groupId },
  } = await call(serviceGroup.save, {
    name: `group ${worlds}`,
    mname: 'ns1.example.net',
    rname: 'hostmaster.example.net',
    ns1: 'ns1.example.net',
    ns2: 'ns2.example.net',
  })
  const user = await db
    .insertInto('account')
    .values({ username: `owner-${worlds}`, type: 2, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const colleague = await db
    .insertInto('account')
    .values({ username: `colleague-${worlds}`, type: 1, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const {
    data: { id: savedFilterId },
  } = await call(savedFilter.save, { screen: `/dns/domain/list?view=world${worlds}`, name, filters: { search: name } })
  // A record with two states, so that there is one to go back to.
  const {
    data: { id: configId },
  } = await call(config.save, { paramKey: `own.${name}`, paramValue: { first: true } })
  await call(config.save, { paramKey: `own.${name}`, paramValue: { first: false } })
  const { list: versions } = (await call(config.history, { id: configId })).data
  // An account has so many keys and no more: those of earlier worlds make room.
  await db.deleteFrom('api_token').where('name', 'like', 'key of %').execute()
  const admin = await db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const key = await db
    .insertInto('api_token')
    .values({ account_id: admin.id, name: `key of ${name}`, token_hash: Buffer.from(name), scopes: null, calls_per_5_minutes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const node = await db
    .insertInto('node')
    .values({ name: `node ${worlds}`, driver: 'built-in', address: `203.0.113.${worlds % 250}`, port: 53, service_group_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sitePictureKey = randomBytes(16).toString('base64url')
  await db
    .insertInto('site_picture')
    .values({ key: sitePictureKey, bytes: Buffer.from('a picture'), width: 1, height: 1 })
    .execute()
  return {
    sitePictureKey,
    nodeId: node.id,
    apiTokenId: key.id,
    configId,
    configVersionId: versions.at(-1)!.id,
    ...(await makeSmallEnrolments({ call, db }, name)),
    ...(await makeSmallLetters({ db }, name)),
    ...(await makeSmallMessages({ call, db }, name)),
    ...(await makeSmallPayments({ db }, name)),
    ...(await makeSmallPower({ call, db }, name)),
    ...(await makeSmallSchedule({ call }, name)),
    savedFilterId,
    name,
    domainId,
    domainVersion: applied.version,
    recordIds: applied.records.map((row) => row.id),
    lockedId,
    recycledId,
    groupId,
    userId: user.id,
    adminId: colleague.id,
  }
}
