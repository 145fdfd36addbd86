import { recordTemplate } from '@nameplane/contract/dns/record-template'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { detailed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    recordTemplateId: number
  }
}

const records = [{ host: 'www', type: 'A', line: 'default', value: '{ip}', ttl: 600, weight: null, remark: '' }]

// Everybody who views records sees every template: its name must not tell of a world that lies beyond reach.
const nameIn = (world: string): string => Buffer.from(world).toString('hex')

/** Worlds whose templates are kept: there may be more worlds than templates. */
const keptWorlds = 100

export async function makeFixtures({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string): Promise<{ recordTemplateId: number }> {
  const newest = db.selectFrom('record_template').select('id').orderBy('id', 'desc').limit(keptWorlds)
  await db.deleteFrom('record_template').where('id', 'not in', newest).execute()
  const { data } = await call(recordTemplate.save, { name: `template ${nameIn(name)}`, records })
  return { recordTemplateId: data.id }
}

export const validCalls: ValidCalls = {
  'recordTemplate.list': () => ({ search: 'template' }),
  'recordTemplate.detail': ({ recordTemplateId }) => ({ id: recordTemplateId }),
  'recordTemplate.save': ({ name }) => ({ name: `saved ${nameIn(name)}`, remark: '', records }),
  'recordTemplate.update': ({ recordTemplateId, name }) => ({ id: recordTemplateId, name: `changed ${nameIn(name)}`, remark: 'changed', records }),
  'recordTemplate.delete': ({ recordTemplateId }) => ({ ids: [recordTemplateId] }),
}

const saved: ReadBackCase = {
  reader: detailed('recordTemplate.detail'),
  sent: ({ name }) => ({
    name: `read ${name}`,
    remark: 'read back',
    records: [{ host: '{sub}', type: 'MX', line: 'telecom', value: '10 mx.{domain}.', ttl: 60, weight: 5, remark: 'read back' }],
  }),
}
export const readBack = { 'recordTemplate.save': saved, 'recordTemplate.update': { ...saved, unread: version } }
