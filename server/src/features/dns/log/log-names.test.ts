import { afterAll, beforeAll, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { setting } from '@nameplane/contract/system/setting'
import { job } from '@nameplane/contract/system/job'
import { messagePublishDue } from '@nameplane/contract/system/jobs/maintenance-jobs'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { seedBuiltInJobs } from '../../system/job/built-in-jobs.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

/* What operations were about is named as people know it. */
let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.call(setting.update, { id: 37, paramValue: { failPercent: 60 } })
  await seedBuiltInJobs(test.db)
  const [publishing] = (await test.call(job.list, { handler: messagePublishDue.name })).data.list
  await test.call(job.run, { id: publishing!.id })
})
afterAll(() => test.close())

const operations = async (filters: { target?: string; search?: string; result?: 'ok' | 'refused' }) =>
  (await test.call(log.operations, { audience: 'admin', ...filters })).data.list
const checks = { name: { zh: 'CDN 节点检测', en: 'CDN node check' }, screen: '/system/config/node' }

it.each(['节点检测', 'cdn NODE check', nodeCheck.key])('a setting is found by %j, and has its name and screen', async (words) => {
  for (const filters of [{ target: words }, { search: words }])
    expect(await operations({ ...filters, result: 'ok' })).toMatchObject([{ action: 'config.update', targetName: nodeCheck.key, setting: checks }])
})

const { name: handler, title } = messagePublishDue

it.each([title.zh, title.en.toUpperCase(), handler])('a built-in job is found by %j, and is called as in the list of jobs', async (words) => {
  for (const filters of [{ target: words }, { search: words }])
    expect(await operations(filters)).toMatchObject([{ action: 'job.run', targetName: handler, targetTitle: title }])
})

it('the members of a setting are called as in its form, each on its own', async () => {
  const [entry] = await operations({ target: nodeCheck.key, result: 'ok' })
  const { differences } = (await test.call(log.operation, { id: entry!.id })).data
  expect(differences.find(({ member }) => member === 'value.failPercent')).toEqual({
    member: 'value.failPercent',
    label: { zh: '失败率（%）', en: 'Failure rate (%)' },
    before: null,
    after: '60',
  })
  expect(differences.flatMap(({ before, after }) => [before, after]).filter((json) => json?.startsWith('{'))).toEqual([])
})

it('a refused write of a setting, and of a domain in the recycle bin, has the name of now', async () => {
  const { id } = (await test.call(domain.save, { domain: '名称.cn' })).data
  await test.call(domain.delete, { ids: [id] })
  const token = await test.tokenWith(['domain.read'])
  await expect(test.call(setting.update, { id: 37, paramValue: {} }, token)).rejects.toThrow('right_missing')
  await expect(test.call(domain.delete, { ids: [id] }, token)).rejects.toThrow('right_missing')
  expect(await operations({ result: 'refused' })).toMatchObject([
    { action: 'domain.delete', targetName: '名称.cn', domain: null },
    { action: 'config.update', targetName: nodeCheck.key, setting: checks },
  ])
})

it('a domain that is gone for good keeps the name that people read', async () => {
  const { id } = (await test.call(domain.save, { domain: '远去.cn' })).data
  await test.db.deleteFrom('domain').where('id', '=', id).execute()
  expect(await operations({ target: 'xn--' })).toContainEqual(expect.objectContaining({ action: 'domain.create', targetName: '远去.cn' }))
})

it.each([
  ['zh-CN', '失败率（%）:  → 60', 'CDN 节点检测'],
  ['en', 'Failure rate (%):  → 60', 'CDN node check'],
])('an export in %s says the same, without JSON', async (language, change, name) => {
  const file = await test.app.inject({
    url: '/antsxdp/sys/log/operation/export?audience=admin&format=csv',
    headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': language },
  })
  expect(file.body).toContain(change)
  expect(file.body).toContain(name)
  expect(file.body).not.toMatch(/\{""|\[""/)
})
