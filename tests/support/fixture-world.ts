import { randomBytes } from 'node:crypto'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import type { TestApp } from './app.ts'
import { nounFixtures } from './noun-fixtures.ts'
import { makeFixtureEnrolments, type FixtureEnrolments } from './fixture-enrolments.ts'
import { makeFixtureEmails, type FixtureEmails } from './fixture-emails.ts'
import { makeFixtureMessages, type FixtureMessages } from './fixture-messages.ts'
import { makeFixturePayments, type FixturePayments } from './fixture-payments.ts'
import { makeFixturePower, type FixturePower } from './fixture-power.ts'
import { makeFixtureJobs, type FixtureJobs } from './fixture-jobs.ts'

/** A little of everything, so that each call has something to work on. An interface: nouns add what they make. */
export interface FixtureWorld extends FixtureEnrolments, FixtureEmails, FixtureMessages, FixturePayments, FixturePower, FixtureJobs {
  name: string
  domainId: number
  domainVersion: number
  recordIds: number[]
  /** Locked domain, and one in the recycle bin. */
  lockedId: number
  recycledId: number
  userId: number
  /** An administrator without roles. */
  adminId: number
  /** A setting of an administrator's own, and its first saved state. */
  settingId: number
  settingVersionId: number
  /** An API key of the first administrator. */
  apiTokenId: number
  sitePictureKey: string
}

let worlds = 0

/** Makes a new world beside those that are there already, through the calls themselves. */
export async function makeFixtureWorld({ call, db }: Pick<TestApp, 'call' | 'db'>): Promise<FixtureWorld> {
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
  // A record with two states, so that there is one to go back to.
  const {
    data: { id: settingId },
  } = await call(setting.save, { paramKey: `own.${name}`, paramValue: { first: true } })
  await call(setting.save, { paramKey: `own.${name}`, paramValue: { first: false } })
  const { list: versions } = (await call(setting.history, { id: settingId })).data
  // An account has so many keys and no more: those of earlier worlds make room.
  await db.deleteFrom('api_token').where('name', 'like', 'key of %').execute()
  const admin = await db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const key = await db
    .insertInto('api_token')
    .values({ account_id: admin.id, name: `key of ${name}`, token_hash: Buffer.from(name), scopes: null, calls_per_5_minutes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sitePictureKey = randomBytes(16).toString('base64url')
  await db
    .insertInto('site_picture')
    .values({ key: sitePictureKey, bytes: Buffer.from('a picture'), width: 1, height: 1 })
    .execute()
  const ofNouns: Partial<FixtureWorld> = {}
  for (const { makeFixtures } of nounFixtures) Object.assign(ofNouns, await makeFixtures?.({ call, db }, name))
  const made = {
    sitePictureKey,
    apiTokenId: key.id,
    settingId,
    settingVersionId: versions.at(-1)!.id,
    ...(await makeFixtureEnrolments({ call, db }, name)),
    ...(await makeFixtureEmails({ db }, name)),
    ...(await makeFixtureMessages({ call, db }, name)),
    ...(await makeFixturePayments({ db }, name)),
    ...(await makeFixturePower({ call, db }, name)),
    ...(await makeFixtureJobs({ call }, name)),
    name,
    domainId,
    domainVersion: applied.version,
    recordIds: applied.records.map((row) => row.id),
    lockedId,
    recycledId,
    userId: user.id,
    adminId: colleague.id,
  }
  // Each noun makes the members that it adds to the type.
  return { ...made, ...ofNouns } as FixtureWorld
}
