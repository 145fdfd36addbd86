import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { health } from '@nameplane/contract/dns/health'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { healthMessages, healthWords } from './health.messages.ts'

/* What is wrong with a domain: found, mended by a click, mended in the record editor, and ignored. */

const adding = (host: string, type: string, value: string, line = 'default') => ({ op: 'add' as const, record: { host, type, value, ttl: 600, line } })

/** A new domain with these records, on its page about health, in the whole console. */
async function opened(language: 'zh' | 'en', changes: readonly ReturnType<typeof adding>[]) {
  inLanguage(language)
  const name = `${freshWord()}.example`
  const { id } = (await call(domainCalls.save, { domain: name })).data
  await call(record.apply, { domainId: id, changes: [...changes], acknowledged: ['private_address', 'default_line_missing'] })
  // One caller checks a domain every three seconds at most.
  await signInWith(['domain.read', 'line.read', 'record.read', 'record.write'])
  const console = wholeConsole()
  const path = domainPath('health', { domain: name, id, userId: 0 })
  await console.open(path)
  const press = async (button: string, part: Pick<typeof screen, 'getByRole'> = screen) => console.hand.click(part.getByRole('button', { name: button }))
  const dialog = async () => within(await screen.findByRole('dialog'))
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return { id, name, path, console, press, dialog, isClosed }
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = healthMessages[language]
  const words = partsMessages[language]
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const score = async (points: number) => expect(await screen.findByText(text.outOf(points))).toBeTruthy()

  test('findings are fixed at once, fixed through pending changes, and ignored with a reason', async () => {
    const { id, path, console, press, dialog, isClosed } = await opened(language, [
      adding('www', 'CNAME', 'cdn.gone.example.'),
      adding('app', 'A', '192.0.2.1', 'telecom'),
      adding('nas', 'A', '10.0.0.5'),
    ])
    expect(screen.getByText(text.never)).toBeTruthy()
    await press(text.check)
    await score(68)
    const missing = say('CNAME 指向的 cdn.gone.example. 不存在', 'The CNAME target cdn.gone.example. does not exist')
    const isMissing = () => screen.queryByText(new RegExp(`^${missing}`)) !== null
    expect(isMissing()).toBe(true)
    await expectAccessible('health of a domain')

    // At once.
    await press(`${text.fix} www CNAME`)
    expect((await dialog()).getByText('www 600 IN CNAME cdn.gone.example.')).toBeTruthy()
    await press(text.save, await dialog())
    await isClosed()
    await score(88)
    expect(isMissing()).toBe(false)

    // Through the record editor.
    await press(`${text.fix} app A ${say('电信', 'China Telecom')}`)
    expect((await dialog()).getByText('app 600 IN A 192.0.2.1')).toBeTruthy()
    await press(text.toPending, await dialog())
    await console.hand.click(await screen.findByRole('button', { name: say('核对并保存', 'Review and save') }))
    const save = (await dialog()).getByRole('button', { name: words.save })
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    await console.hand.click(save)
    await isClosed()
    const saved = (await call(record.list, { domainId: id, host: 'app' })).data.list
    expect(saved.map(({ line, value }) => [line, value])).toEqual([
      ['default', '192.0.2.1'],
      ['telecom', '192.0.2.1'],
    ])

    // Ignored, and counted again.
    await console.open(path)
    await score(92)
    await press(`${text.ignore} nas A`)
    await console.hand.type((await dialog()).getByLabelText(new RegExp(`^${healthWords.label('reason', language)}\\*?$`)), 'VPN')
    await press(text.ignore, await dialog())
    await isClosed()
    await score(98)
    expect((await call(domainCalls.detail, { id })).data.healthScore).toBe(98)
    await press(`${text.heed} nas A`)
    await score(92)
    expect((await call(health.detail, { id })).data.findings.map(({ code }) => code)).toEqual(['private_address', 'lines_repeat_default'])
  })
})

test('a domain whose records are in order says so, and the list of domains has the score', async () => {
  const { name, press } = await opened('en', [adding('www', 'A', '192.0.2.1')])
  await press(healthMessages.en.check)
  expect(await screen.findByText(healthMessages.en.none)).toBeTruthy()
  expect((await call(domainCalls.list, { search: name })).data.list.map(({ healthScore }) => healthScore)).toEqual([100])
})
