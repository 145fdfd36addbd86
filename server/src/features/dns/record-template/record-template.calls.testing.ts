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

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ recordTemplateId: number }> {
  const { data } = await call(recordTemplate.save, { name: `template of ${name}`.slice(0, 64), records })
  return { recordTemplateId: data.id }
}

export const validCalls: ValidCalls = {
  'recordTemplate.list': () => ({ search: 'template' }),
  'recordTemplate.detail': ({ recordTemplateId }) => ({ id: recordTemplateId }),
  'recordTemplate.save': ({ name }) => ({ name: `saved ${name}`, remark: '', records }),
  'recordTemplate.update': ({ recordTemplateId, name }) => ({ id: recordTemplateId, name: `changed ${name}`, remark: 'changed', records }),
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
