import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeCheck as checks } from '@nameplane/contract/system/node-check'
import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { setting } from '@nameplane/contract/system/setting'
import { call } from '../../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { shellMessages } from '../../../../shell/shell.messages.ts'
import { pressSave, putBackAfterwards, savedOf } from '../setting-saved.testing.ts'
import { settingMessages } from '../setting.messages.ts'
import { nodeCheckMessages } from './node-check.messages.ts'
import { nodeInstallMessages } from './node-install.messages.ts'

/* How CDN nodes are checked is filled in by the rules of its fields; the token of the check API works, and what it reports shows. This is the one file that saves it. */
const { key } = nodeCheck
const path = '/system/config/node'
/** Others may have given the platform another address meanwhile. */
const here = (url: string): string => new URL(url).pathname

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const text = nodeCheckMessages[language]
  type Name = keyof typeof nodeCheck.names
  /** A required field's label ends with a star. */
  const labelled = (name: Name) => new RegExp(`^${nodeCheck.names[name]![language].replace(/[()（）%]/g, '\\$&')}\\*?$`)
  const field = (name: Name) => screen.findByLabelText<HTMLInputElement>(labelled(name))
  const isAsked = (name: Name) => screen.queryByLabelText(labelled(name)) !== null
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]').length
  const copyOf = (what: string): string => `${partsMessages[language].copy} ${what}`
  const shows = (zh: string, en: string) => screen.findByText(say(zh, en))

  async function opened(saved: object = {}): Promise<WholeConsole & { type: (name: Name, typed: string) => Promise<void> }> {
    inLanguage(language)
    await putBackAfterwards(key)
    await call(setting.save, { paramKey: key, paramValue: { checkNodePortList: '80|443', ...saved } })
    const console = wholeConsole()
    await console.open(`${path}?tab=check`)
    const type = async (name: Name, typed: string) => {
      await console.hand.clear(await field(name))
      if (typed !== '') await console.hand.type(await field(name), typed)
      await console.hand.tab()
    }
    return Object.assign(console, { type })
  }

  test('each field says what it takes, and the fields of a mode or a notice come with it', async () => {
    const console = await opened()
    const { hand, type } = console
    const begun = await Promise.all((['checkNodePortList', 'checkNodeFrequency', 'failPercent'] as const).map(field))
    expect([...begun.map(({ value }) => value), isAsked('ModeTimingFrequency'), isAsked('mailNotice')]).toEqual(['80|443', '10', '80', false, false])
    await type('checkNodePortList', '')
    await shows('请输入检测端口，多个端口用 | 分隔，例如 80|443|8181', 'Enter the ports to check, separated by |. For example, 80|443|8181')
    for (const ports of ['80|abc', '80|', '0|80', '65536']) {
      await type('checkNodePortList', ports)
      await shows('检测端口格式错误，多个端口用 | 分隔，例如 80|443|8181', 'Invalid ports. Separate them by |. For example, 80|443|8181')
      await type('checkNodePortList', '80')
      await waitFor(() => expect(wrong()).toBe(0))
    }
    await type('checkNodePortList', '80|80')
    await shows('检测端口不能重复', 'Duplicate port')
    await type('checkNodeFrequency', '15')
    await shows('必须是 10 的倍数', 'Must be a multiple of 10')
    await shows(
      '决定何时检测。异常节点的切换随调度管理提供。',
      'When nodes run their checks. Switching away from failing nodes comes with dispatch management.',
    )
    await hand.selectOptions(await field('DnsDispatchMode'), 'timing')
    await type('ModeTimingFrequency', '90')
    await shows('必须是 60 的倍数', 'Must be a multiple of 60')
    await type('failPercent', '0')
    await waitFor(() => expect(wrong()).toBe(4))
    await hand.click(await field('mailNoticeStatus'))
    await hand.click(await field('smsNoticeStatus'))
    await hand.click(screen.getByRole('button', { name: settingMessages[language].save }))
    await shows('请输入接收通知的邮箱', 'Enter the email address for alerts')
    await shows('请输入接收通知的手机号', 'Enter the phone number for alerts')
    await waitFor(() => expect(wrong()).toBe(6))
    await expectAccessible('refused checks')
    await type('mailNotice', 'duty@')
    await shows('邮箱地址格式错误', 'Invalid email address')
    await type('smsNotice', '23456')
    await shows('手机号格式错误', 'Invalid phone number')
    for (const tooFar of ['0', '310']) {
      await type('checkNodeFrequency', '20')
      await waitFor(async () => expect((await field('checkNodeFrequency')).getAttribute('aria-invalid')).not.toBe('true'))
      await type('checkNodeFrequency', tooFar)
      await waitFor(async () => expect((await field('checkNodeFrequency')).getAttribute('aria-invalid')).toBe('true'))
    }
    const right = { checkNodePortList: '80|8181', checkNodeFrequency: '300', ModeTimingFrequency: '120', failPercent: '50' } as const
    for (const [name, typed] of Object.entries(right)) await type(name, typed)
    await type('mailNotice', 'duty@example.net')
    await type('smsNotice', '13800138000')
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({
      DnsDispatchMode: 'timing',
      ModeTimingFrequency: 120,
      checkNodePortList: '80|8181',
      checkNodeFrequency: 300,
      failPercent: 50,
      mailNotice: 'duty@example.net',
      mailNoticeStatus: 1,
      smsNotice: '13800138000',
      smsNoticeStatus: 1,
    })
  })

  test('a stored recipient turns its switch on, and switching off empties it', async () => {
    const both = { mailNotice: 'duty@example.net', mailNoticeStatus: 1, smsNotice: '13800138000', smsNoticeStatus: 1 }
    const console = await opened(both)
    const byMail = await field('mailNoticeStatus')
    expect([(await field('mailNotice')).value, byMail.checked, (await field('smsNotice')).value]).toEqual(['duty@example.net', true, '13800138000'])
    await console.hand.click(byMail)
    expect(isAsked('mailNotice')).toBe(false)
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({ ...both, mailNotice: '', mailNoticeStatus: 0 })
    // It is gone from the form as well, not only out of sight.
    await console.hand.click(byMail)
    expect((await field('mailNotice')).value).toBe('')
    await console.hand.click(screen.getByRole('button', { name: settingMessages[language].discard }))
    expect(byMail.checked).toBe(false)
  })

  test('the token of the check API is shown when asked for, copied, hidden, and replaced after a question', async () => {
    const console = await opened()
    const press = (name: string) => console.hand.click(screen.getByRole('button', { name }))
    const copied = async (what: string): Promise<string> => {
      console.listen()
      await press(copyOf(what))
      await waitFor(() => expect(console.copied).not.toBe(''))
      return console.copied
    }
    expect(screen.queryByRole('button', { name: text.key.hide })).toBeNull()
    await press(text.key.show)
    await screen.findByRole('button', { name: text.key.hide })
    const token = await copied(text.key.token)
    const stored = await call(checks.key, {})
    expect([token, here(await copied(text.key.url))]).toEqual([stored.token, here(stored.importUrl)])
    expect(screen.getByText(token)).toBeTruthy()
    await expectAccessible('token of the check API')
    await press(text.key.renew)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(text.key.renewAsk)).toBeTruthy()
    await console.hand.click(question.getByRole('button', { name: text.key.renew }))
    await waitFor(() => expect(screen.queryByText(token)).toBeNull())
    expect(await copied(text.key.token)).toBe((await call(checks.key, {})).token)
    await press(text.key.hide)
    expect(screen.queryByRole('button', { name: copyOf(text.key.token) })).toBeNull()
  })

  test('a node is installed by a command that is shown once, enabled, checked, disabled and deleted', async () => {
    const console = await opened({ checkNodePortList: '80|8181', failPercent: 50 })
    const install = nodeInstallMessages[language]
    const name = freshWord()
    const press = (label: string, within_ = within(document.body)) => console.hand.click(within_.getByRole('button', { name: label }))
    await console.open(`${path}?tab=install`)
    await press(install.add)
    const form = within(await screen.findByRole('dialog', { name: install.form.title }))
    await console.hand.type(form.getByRole('textbox'), name)
    await press(install.form.make, form)
    const made = within(await screen.findByRole('dialog', { name: install.form.made(name) }))
    const token = /npe_[\w-]{43}/.exec(made.getByText(/npe_/).textContent)?.[0] ?? expect.fail('the command has no token')
    await press(install.form.done, made)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const row = () => within(screen.getByText(name).closest('li')!)
    await waitFor(() => expect(row().getByText(install.states.open)).toBeTruthy())

    const { data: enrolled } = await call(nodeEnrolment.enrol, { token })
    const { data: rows } = await call(nodeEnrolment.list, {})
    const { id } = rows.find((one) => one.name === name)!
    await press(shellMessages[language].refresh)
    await waitFor(() => expect(row().getByText(install.states.waiting)).toBeTruthy())
    await press(install.enable, row())
    await waitFor(() => expect(row().getByText(install.states.enabled)).toBeTruthy())

    const headers = { authorization: `Bearer ${enrolled.key}`, 'content-type': 'application/json' }
    const tasks = (await (await fetch(here(enrolled.taskUrl), { headers })).json()) as { data: { ports: number[] } }
    expect(tasks.data.ports).toEqual([80, 8181])
    const results = tasks.data.ports.map((port) => ({ nodeId: enrolled.nodeId, port, isReachable: false, reason: 'timed out' }))
    const reported = await fetch(here(enrolled.reportUrl), { method: 'POST', headers, body: JSON.stringify({ reporter: name, results }) })
    expect(await reported.json()).toMatchObject({ data: { accepted: 2, unknown: 0 } })
    await console.open(`${path}?tab=check`)
    await waitFor(() => expect(row().getByText(text.nodes.states.failing)).toBeTruthy())
    expect(row().getByText(say('连接超时', 'timed out'), { exact: false })).toBeTruthy()
    await expectAccessible('failing node')

    await console.open(`${path}?tab=install`)
    await press(install.disable, row())
    const question = () => within(screen.getByRole('alertdialog'))
    expect(question().getByText(install.disableAsk(name))).toBeTruthy()
    await press(install.disable, question())
    await waitFor(() => expect(row().getByText(install.states.waiting)).toBeTruthy())
    const remove = partsMessages[language].delete
    await press(remove, row())
    expect(question().getByText(install.removeAsk(name))).toBeTruthy()
    await press(remove, question())
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
    expect((await call(nodeEnrolment.list, {})).data.filter((one) => one.id === id)).toEqual([])
  })
})

test('who may only look sees results and commands, and is told why the rest is refused', async () => {
  const name = freshWord()
  const { data: made } = await call(nodeEnrolment.save, { name })
  onTestFinished(async () => void (await call(nodeEnrolment.delete, { ids: [made.id] })))
  await signInWith(['config_node.read', 'node_check.read', 'node_install.read'])
  const console = wholeConsole()
  await console.open(`${path}?tab=install`)
  await screen.findByText(name)
  const ofRow = within(screen.getByText(name).closest('li')!).getAllByRole<HTMLButtonElement>('button')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: nodeInstallMessages.zh.add })
  expect([add, ...ofRow].map(({ textContent, disabled, title }) => [textContent, disabled, title !== ''])).toEqual([
    [nodeInstallMessages.zh.add, true, true],
    [partsMessages.zh.delete, true, true],
  ])
  await console.open(`${path}?tab=check`)
  await screen.findByText(nodeCheckMessages.zh.key.noRight)
  const { show, renew } = nodeCheckMessages.zh.key
  expect([show, renew].map((label) => screen.getByRole<HTMLButtonElement>('button', { name: label }).disabled)).toEqual([true, true])
})
