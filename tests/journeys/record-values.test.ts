import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { recordTemplate } from '@nameplane/contract/dns/record-template'
import type { Right } from '@nameplane/contract/rights'
import { administratorWith } from '../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { chooseTemplate, recordEditor, recordPath } from '../support/record-editor.ts'
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
    /** Leaves for another domain. */
    leaveFor: async (other: { name: string; id: number }): Promise<void> => {
      await visitor.open(recordPath(other))
      await visitor.page.getByText(other.name).first().waitFor()
      await editor.ready()
    },
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

/** Somebody else: an administrator with these rights and no others, in English. */
async function signInWith(rights: readonly Right[]): Promise<Visitor> {
  const { username } = await administratorWith(platform, rights, { password: 'keeper-pass-1' })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  await visitor.open('/login')
  await fillSignIn(visitor.page, username, 'keeper-pass-1')
  await visitor.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  return visitor
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
    await expect.poll(() => page.locator('input:focus').inputValue()).toBe('www')
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
    await editor.form.getByRole('alert').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await editor.form.waitFor({ state: 'hidden' })
  })

  await step('an underscore is not drawn as a blank', async () => {
    await addRecord()
    const host = editor.form.getByLabel('Host', { exact: true })
    const drawn = async (text: string): Promise<Buffer> => {
      await editor.fill({ Host: text })
      await host.blur()
      return host.screenshot({ animations: 'disabled' })
    }
    const blank = await drawn(' sip. tcp')
    expect((await drawn(' sip. tcp')).equals(blank)).toBe(true)
    expect((await drawn('_sip._tcp')).equals(blank)).toBe(false)
  })

  await step('in one text it cannot be told from a top-level domain, and the review asks', async () => {
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

test('a template gives its records from a few answers into the tray, in the place of what would keep it from working', async () => {
  const { editor, page, stored, close } = await openDomain()
  const dialog = page.getByRole('dialog', { name: 'Add from template' })

  await step('the records of a provider, from an empty domain', async () => {
    await page.getByRole('button', { name: 'Add from template', exact: true }).click()
    await chooseTemplate(dialog, 'Google Workspace')
    await dialog.getByRole('row').filter({ hasText: '1 smtp.google.com.' }).waitFor()
    await takePicture(page, 'template')
    await dialog.getByRole('button', { name: 'Add 2 records to pending changes', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await editor.save()
    await expect.poll(stored).toEqual(['@ MX 1 smtp.google.com. 600', '@ TXT "v=spf1 include:_spf.google.com ~all" 600'])
  })

  await step('another provider takes the place of the first', async () => {
    await editor.chooseForDomain('Add from template')
    await chooseTemplate(dialog, 'Tencent Exmail')
    await dialog.getByLabel('Also delete 2 records that these replace', { exact: true }).waitFor()
    await takePicture(page, 'template-replaces')
    await dialog.getByRole('button', { name: 'Add 3 records to pending changes', exact: true }).click()
    await editor.tray.getByText('3 added, 2 deleted', { exact: true }).waitFor()
  })

  await step('a template asks for what it needs, and is kept by Enter', async () => {
    await editor.chooseForDomain('Add from template')
    await chooseTemplate(dialog, 'Zone apex and www for a website')
    const add = dialog.getByRole('button', { name: /^Add (\d records? )?to pending changes$/ })
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'IPv4 address' }).fill('192.0.2')
    await dialog.getByRole('alert').getByText('Invalid IPv4 address: 192.0.2', { exact: true }).waitFor()
    await takePicture(page, 'template-wrong')
    await dialog.getByRole('textbox', { name: 'IPv4 address' }).fill('192.0.2.80')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await editor.save()
  })

  const stays = (await stored()).filter((line) => !line.startsWith('www'))
  expect(stays).toEqual(['@ A 192.0.2.80 600', '@ MX 10 mxbiz2.qq.com. 600', '@ MX 5 mxbiz1.qq.com. 600', '@ TXT "v=spf1 include:spf.mail.qq.com ~all" 600'])
  expect(await stored()).toHaveLength(5)
  await close()
})

test('records are kept as a template, which another domain is given, and which is renamed and deleted', async () => {
  const { name, editor, page, leaveFor, close } = await openDomain()
  const other = { name: 'another.example', id: (await platform.call(domain.save, { domain: 'another.example' })).data.id }
  const dialog = page.getByRole('dialog', { name: 'Add from template' })
  const kept = async () => (await platform.call(recordTemplate.list, {})).data.list.map((row) => `${row.name}: ${row.remark}, ${row.recordCount}`)

  await step('two ticked records become a template, with the domain and an address to be asked for', async () => {
    await editor.add({ Host: 'www', Type: 'CNAME', Target: name })
    await editor.add({ Host: '@', Type: 'A', Address: '192.0.2.1' })
    await editor.save()
    for (const host of ['@ A 192.0.2.1', `www CNAME ${name}.`]) await page.getByRole('checkbox', { name: `Select ${host}`, exact: true }).check()
    await page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Save as template', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Save as template' })
    await expect.poll(() => form.getByRole('textbox', { name: 'Value', exact: true }).last().inputValue()).toBe('{domain}.')
    await form.getByRole('textbox', { name: 'Value', exact: true }).first().fill('{ip')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Our web servers')
    await page.keyboard.press('Enter')
    await form.getByRole('alert').getByText('Invalid IPv4 address: {ip', { exact: true }).waitFor()
    await takePicture(page, 'save-template')
    await form.getByRole('textbox', { name: 'Value', exact: true }).first().fill('{ip}')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'hidden' })
    expect(await kept()).toEqual(['Our web servers: , 2'])
  })

  await step('after a reload it is first among the templates, and gives another domain its own', async () => {
    await page.reload()
    await leaveFor(other)
    await editor.add({ Host: 'www', Type: 'CNAME', Target: other.name })
    await editor.save()
    await editor.chooseForDomain('Add from template')
    await dialog.getByRole('button', { name: 'Template: Tencent Exmail', exact: true }).click()
    await expect.poll(() => dialog.getByRole('option').first().textContent()).toBe('Our web serversCustom')
    await page.keyboard.press('Escape')
    await chooseTemplate(dialog, 'Our web servers')
    await dialog.getByRole('textbox', { name: '{ip}' }).fill('192.0.2')
    await dialog.getByRole('alert').getByText('Invalid IPv4 address: 192.0.2', { exact: true }).waitFor()
    await dialog.getByRole('textbox', { name: '{ip}' }).fill('192.0.2.7')
    await dialog
      .getByRole('row')
      .filter({ hasText: `${other.name}.Already exists` })
      .waitFor()
    await takePicture(page, 'own-template')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await editor.save()
    const { data } = await platform.call(record.list, { domainId: other.id })
    expect(data.list.map((row) => `${row.host} ${row.type} ${row.value}`)).toEqual(['@ A 192.0.2.7', `www CNAME ${other.name}.`])
  })

  await step('those who may change records, but no templates, use it; keeping, editing and deleting one is disabled and says why', async () => {
    const keeper = await signInWith(['domain.read', 'record.read', 'record.write', 'line.read', 'service_group.read'])
    const noRight = 'You do not have permission to do this'
    await keeper.open(recordPath(other))
    await keeper.page.getByRole('row').filter({ hasText: '192.0.2.7' }).waitFor()
    const keep = keeper.page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Save as template', exact: true })
    expect([await keep.getAttribute('aria-disabled'), await keep.getAttribute('title')]).toEqual(['true', noRight])
    await keeper.page.getByRole('button', { name: 'More actions @ A', exact: true }).click()
    const ofRow = keeper.page.getByRole('menuitem', { name: 'Save as template' })
    expect([await ofRow.getAttribute('aria-disabled'), await ofRow.locator('[data-reason]').textContent()]).toEqual(['true', noRight])
    await keeper.page.keyboard.press('Escape')
    await recordEditor(keeper).chooseForDomain('Add from template')
    const choice = keeper.page.getByRole('dialog', { name: 'Add from template' })
    await chooseTemplate(choice, 'Our web servers')
    for (const name of ['Edit template', 'Delete template']) {
      const button = choice.getByRole('button', { name, exact: true })
      await expect.poll(async () => [await button.isDisabled(), await button.getAttribute('title')], { message: name }).toEqual([true, noRight])
    }
    await takePicture(keeper.page, 'template-without-rights')
    await keeper.close()
    expect(keeper.complaints).toEqual([])
  })

  await step('each right opens what it is for, and no more', async () => {
    for (const [right, opened] of [
      ['record_template.write', [true, false]],
      ['record_template.delete', [false, true]],
    ] as const) {
      const keeper = await signInWith(['domain.read', 'record.read', 'record.write', 'line.read', 'service_group.read', right])
      await keeper.open(recordPath(other))
      await keeper.page.getByRole('row').filter({ hasText: '192.0.2.7' }).waitFor()
      const keep = keeper.page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Save as template', exact: true })
      expect((await keep.getAttribute('aria-disabled')) === null, right).toBe(opened[0])
      await recordEditor(keeper).chooseForDomain('Add from template')
      const choice = keeper.page.getByRole('dialog', { name: 'Add from template' })
      await chooseTemplate(choice, 'Our web servers')
      const buttons = ['Edit template', 'Delete template'].map((name) => choice.getByRole('button', { name, exact: true }))
      await expect.poll(() => Promise.all(buttons.map((button) => button.isEnabled())), { message: right }).toEqual(opened)
      await keeper.close()
    }
  })

  await step('it is renamed and deleted where it is chosen, and a link leads there', async () => {
    await leaveFor(other)
    await page.evaluate("location.hash += '?open=template'")
    await chooseTemplate(dialog, 'Our web servers')
    await dialog.getByRole('button', { name: 'Edit template', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit template “Our web servers”' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Web servers')
    await form.getByRole('textbox', { name: 'Remark', exact: true }).fill('of the new rack')
    await takePicture(page, 'edit-template')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Template: Web servers', exact: true }).waitFor()
    await dialog.getByText('of the new rack', { exact: true }).waitFor()
    expect(await kept()).toEqual(['Web servers: of the new rack, 2'])
    await dialog.getByRole('button', { name: 'Delete template', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Template: Tencent Exmail', exact: true }).waitFor()
    expect(await kept()).toEqual([])
  })
  await close()
})
