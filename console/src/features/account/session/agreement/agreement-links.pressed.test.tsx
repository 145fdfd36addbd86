import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { agreements } from '@nameplane/contract/system/settings/agreement'
import { call } from '../../../../api/client.ts'
import { freshWord, inLanguage, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { loadSite } from '../../../../entities/site/site.ts'
import { AgreementLinks } from './agreement-links.tsx'

/* What is agreed to by signing in, shown from below the form. */
const word = freshWord()
const save = async (zh: string, en: string): Promise<void> => {
  await call(setting.save, { paramKey: agreements.key, paramValue: { service: { zh, en }, privacy: { zh: '', en: '' } } })
  await loadSite()
}
beforeAll(() => save(`<p>请遵守 ${word}</p>`, `<p>Be kind ${word}</p>`))
afterAll(() => save('', ''))

test.each([
  ['zh', '《服务协议》', '服务协议', `请遵守 ${word}`],
  ['en', 'terms of service', 'terms of service', `Be kind ${word}`],
] as const)('in %s, an agreement that there is opens beside the sentence that names it', async (language, link, title, said) => {
  inLanguage(language)
  const hand = pressed(<AgreementLinks />, '/login')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([link])
  await hand.click(screen.getByRole('button', { name: link }))
  const dialog = await screen.findByRole('dialog', { name: title })
  expect(await within(dialog).findByText(said)).toBeTruthy()
  // A paragraph holds no dialog: browsers would end it there.
  expect(dialog.closest('p')).toBeNull()
})
