import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { job as calls } from '@nameplane/contract/system/job'
import { call } from '../../../api/client.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'

/* A job from its first times to its log; the platform runs it for real. */

const list = '/system/schedule/list'
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const rowText = async (name: string) => (await row(name)).textContent

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const parts = partsMessages[language]
  const add = say('添加任务', 'Add job')
  const meaning = say('每周一、二 04:45', 'At 04:45 on Monday and Tuesday')
  const jobNamed = async (name: string) => (await call(calls.list, { search: name })).data.list[0]!

  test('a job is added by its kind of times, refused at its fields, and shows what it means', async () => {
    inLanguage(language)
    const [name, { hand, open }] = [freshWord(), wholeConsole()]
    await open(`${list}?search=${name}`)
    await waitFor(() => expect(screen.getAllByRole('button', { name: add })[0]).toHaveProperty('disabled', false))
    await hand.click(screen.getAllByRole('button', { name: add })[0]!)
    const form = within(await screen.findByRole('dialog', { name: add }))
    const field = (label: string) => form.getByLabelText<HTMLInputElement>((content) => content.replace(/\*$/, '') === label)
    const cron = () => field(say('Cron 表达式', 'Cron expression'))
    const seconds = () => field(say('等待秒数', 'Seconds to wait'))
    const enter = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })
    await hand.type(field(say('任务名称', 'Name')), name)
    await hand.selectOptions(field(say('频率', 'Frequency')), say('每周', 'Every week'))
    await hand.click(form.getByRole('button', { name: say('二', 'Tue') }))
    enter(field(say('时间', 'Time')), '04:45')
    expect(cron().value).toBe('45 4 * * 1,2')
    expect(form.getByText(meaning)).toBeTruthy()
    enter(field(say('时区', 'Time zone')), 'Europe/Berlin')
    await waitFor(() => expect(form.getAllByRole('listitem').map(({ textContent }) => textContent.includes('04:45'))).toEqual(Array(10).fill(true)))

    enter(cron(), '45 24 * * 1')
    enter(seconds(), '4000')
    const submit = () => hand.click(form.getByRole('button', { name: add }))
    await submit()
    await form.findByText(say('第 2 段“24”格式错误', 'Invalid field 2: “24”'))
    await form.findByText(say('不能大于 3600', 'Must be at most 3,600'))
    enter(cron(), '45 4 * * 1,2')
    enter(seconds(), '1')
    await hand.type(field(say('写入输出的文字', 'Output text')), 'said in between')
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await rowText(name)).toContain(meaning)
    const { id, timeZone, params } = await jobNamed(name)
    expect([timeZone, params]).toEqual(['Europe/Berlin', { seconds: 1, fails: false, note: 'said in between' }])
    await call(calls.delete, { ids: [id] })
  })

  test('a job is run by hand and followed to its end, stopped where it takes too long, found in the log and paused', async () => {
    inLanguage(language)
    const [name, { hand, open }] = [freshWord(), wholeConsole()]
    await call(calls.save, { name, handler: 'trial_run', params: { seconds: 1, note: 'said in between' }, cron: '45 4 1 1 *', status: 1 })
    const choose = async (entry: string) => {
      await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${name}` }))
      const item = await screen.findByRole('menuitem', { name: entry })
      await waitFor(() => expect(item).toHaveProperty('disabled', false))
      await hand.click(item)
    }
    const drawer = async () => within(await screen.findByRole('dialog', { name }))
    const close = async () => hand.click((await drawer()).getByRole('button', { name: say('关闭', 'Close') }))
    const inQuestion = (entry: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name: entry })
    const [run, stop, pause] = [say('立即执行', 'Run now'), say('停止执行', 'Stop run'), say('暂停', 'Pause')]

    await open(`${list}?search=${name}`)
    await choose(run)
    await (await drawer()).findByText(say('成功', 'Succeeded'))
    const output = (await drawer()).getByLabelText(say('输出', 'Output'), { selector: 'pre' })
    await waitFor(() => expect(output.textContent).toBe('said in between'))
    await close()
    await waitFor(async () => expect(await rowText(name)).toContain(say('成功', 'Succeeded')))

    await call(calls.update, { ...(await jobNamed(name)), params: { seconds: 600 } })
    await open(`/redirect${list}?search=${name}`)
    await choose(run)
    await (await drawer()).findByText(say('执行中', 'Running'))
    await hand.click((await drawer()).getByRole('button', { name: stop }))
    await hand.click(inQuestion(stop))
    await (await drawer()).findByText(say('已停止', 'Stopped'))
    await close()

    await choose(say('执行记录', 'Runs'))
    await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe('/system/schedule/log'))
    await waitFor(() => expect(screen.getAllByRole('row', { name: new RegExp(name) })).toHaveLength(2))
    await open(`${list}?search=${name}`)
    await choose(pause)
    await hand.click(inQuestion(pause))
    await waitFor(async () => expect(await rowText(name)).toContain(say('已暂停', 'Paused')))
    await call(calls.delete, { ids: [(await jobNamed(name)).id] })
  })

  test('a job that must not be paused says why', async () => {
    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open(`${list}?handler=audit_anchor&own=true`)
    await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${say('写入审计锚点', 'Anchor audit trail')}` }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByText(say('没有锚点，就无法发现审计链被截断', 'Without anchors, a truncated audit trail is not detected'))).toBeTruthy()
  })
})
