import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'
import { step } from '../support/step.ts'

let platform: RunningPlatform
let browser: Browser
let domains = 0

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** A new domain in the editor, in English. */
async function openDomain() {
  const name = `values${(domains += 1)}.example`
  const { id: domainId } = (await platform.call(domain.save, { domain: name })).data
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const editor = recordEditor(visitor)
  await signIn(visitor, recordPath({ name, id: domainId }))
  await editor.ready()
  return {
    name,
    editor,
    page: visitor.page,
    stored: async (): Promise<string[]> => {
      const { data } = await platform.call(record.list, { domainId, limit: 200 })
      return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl}`).sort()
    },
    close: async (): Promise<void> => {
      await visitor.close()
      expect(visitor.complaints).toEqual([])
    },
  }
}

test('what was meant is offered in the form and in the review, and a text is kept by Enter without what was copied along', async () => {
  const { name, editor, page, stored, close } = await openDomain()
  const addRecord = () => page.getByRole('button', { name: 'Add record', exact: true }).first().click()

  await step('a host with the domain is shortened at one press, which leaves the keyboard in the field', async () => {
    await addRecord()
    await editor.fill({ Host: `www.${name}`, Type: 'TXT', Text: 'v=spf1 -all\n\n' })
    await editor.form.getByText('"v=spf1 -all"', { exact: true }).waitFor()
    await takePicture(page, 'host-repeats-domain')
    await editor.form.getByRole('button', { name: 'Use www', exact: true }).click()
    await expect.poll(() => page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''))).toBe('www')
  })

  await step('Enter in a text keeps the record', async () => {
    await editor.fill({ Text: 'v=spf1 -all\n\n' })
    await page.keyboard.press('Enter')
    await editor.form.waitFor({ state: 'hidden' })
  })

  await step('a label alone is refused as a name until it is whole', async () => {
    await addRecord()
    await editor.fill({ Host: '@', Type: 'MX', 'Mail server': 'mail' })
    await page.keyboard.press('Enter')
    await editor.form.getByRole('alert').waitFor()
    await takePicture(page, 'single-label')
    await editor.form.getByRole('button', { name: `Use mail.${name}`, exact: true }).click()
    await page.keyboard.press('Enter')
    await editor.form.waitFor({ state: 'hidden' })
  })

  await step('in one text it cannot be told from a top-level domain, and the review asks', async () => {
    await addRecord()
    await editor.fill({ Host: '_sip._tcp', Type: 'SRV', 'SRV priority': '1', 'SRV weight': '2', Port: '5060', Target: 'sip', Weight: '' })
    await takePicture(page, 'weights-of-srv')
    await editor.form.getByRole('button', { name: 'Edit raw value', exact: true }).click()
    await editor.fill({ Value: '1 2 5060 sip' })
    await page.keyboard.press('Enter')
    await editor.openReview()
    await editor.review.getByText(`sip. is a single label, not a full name. Did you mean sip.${name}?`).waitFor()
    await takePicture(page, 'review-single-label')
    await editor.review.getByRole('button', { name: 'Use the full name', exact: true }).click()
    await editor.review.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.review.waitFor({ state: 'hidden' })
  })

  await expect.poll(stored).toEqual([`@ MX 10 mail.${name}. 600`, `_sip._tcp SRV 1 2 5060 sip.${name}. 600`, 'www TXT "v=spf1 -all" 600'])
  await close()
})
