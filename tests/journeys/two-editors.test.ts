import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let visitors: Visitor[] = []
let domains = 0

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
afterEach(async () => {
  await Promise.all(visitors.map((visitor) => visitor.close()))
  visitors = []
})

type Edited = { id: number; name: string }

async function newDomain(): Promise<Edited> {
  domains += 1
  const name = `shared${domains}.example`
  const {
    data: { id },
  } = await platform.call(domain.save, { domain: name })
  const add = (host: string, type: string, value: string) => ({ op: 'add' as const, record: { host, type, value, ttl: 600 } })
  await platform.call(record.apply, { domainId: id, changes: [add('www', 'A', '192.0.2.1'), add('mail', 'A', '192.0.2.2'), add('old', 'A', '192.0.2.3')] })
  return { id, name }
}

async function openEditor(edited: Edited) {
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  visitors.push(visitor)
  await signIn(visitor, recordPath(edited))
  const editor = recordEditor(visitor)
  await editor.ready()
  return { ...visitor, editor }
}

async function storedOf(domainId: number): Promise<string[]> {
  const { data } = await platform.call(record.list, { domainId, limit: 200 })
  return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl}`).sort()
}

describe('two editors on the same records', () => {
  let edited: Edited

  beforeEach(async () => {
    edited = await newDomain()
  })

  test('the second one sees row by row what the first one did, chooses for each, and loses nothing that was typed', async () => {
    const [first, second] = [await openEditor(edited), await openEditor(edited)]
    await second.editor.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9', Remark: 'moved by the second' })
    await second.editor.edit(['mail', 'A', '192.0.2.2'], { Address: '198.51.100.8' })
    await second.editor.edit(['old', 'A', '192.0.2.3'], { TTL: '60' })
    await second.editor.add({ Host: 'new', Type: 'A', Address: '198.51.100.7' })

    await first.editor.edit(['www', 'A', '192.0.2.1'], { Address: '203.0.113.1' })
    await first.editor.edit(['mail', 'A', '192.0.2.2'], { Address: '203.0.113.2' })
    await first.editor.choose(['old', 'A', '192.0.2.3'], 'Delete')
    await first.editor.save()

    await second.editor.openReview()
    const { review } = second.editor
    await review.getByText('Someone else changed 3 records. Choose which version to save.').waitFor()
    await takePicture(second.page, 'conflict')
    expect(await review.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    const conflicts = review.getByRole('alert')
    expect(await conflicts.count()).toBe(3)
    const www = conflicts.filter({ hasText: '203.0.113.1' })
    for (const [term, value] of [
      ['Original', '192.0.2.1'],
      ['Current', '203.0.113.1'],
      ['Yours', '198.51.100.9'],
    ]) {
      expect(await www.getByRole('term').filter({ hasText: term! }).count()).toBe(1)
      expect(await www.getByRole('definition').filter({ hasText: value! }).count()).toBe(1)
    }
    await conflicts.filter({ hasText: 'Deleted by someone else' }).waitFor()

    await www.getByRole('button', { name: 'Keep yours' }).click()
    await expect.poll(() => conflicts.count()).toBe(2)
    await conflicts.filter({ hasText: '203.0.113.2' }).getByRole('button', { name: 'Use current' }).click()
    await expect.poll(() => conflicts.count()).toBe(1)
    await conflicts.getByRole('button', { name: 'Keep yours' }).click()
    await review.getByRole('button', { name: 'Save', exact: true }).click()
    await review.waitFor({ state: 'hidden' })

    expect(await storedOf(edited.id)).toEqual(['mail A 203.0.113.2 600', 'new A 198.51.100.7 600', 'old A 192.0.2.3 60', 'www A 198.51.100.9 600'])
    await second.editor.live()
  })

  test('a save between the check and the own save is found at the save itself', async () => {
    const visitor = await openEditor(edited)
    await visitor.editor.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9' })
    await visitor.editor.openReview()
    await visitor.editor.review.getByText('Checks passed').waitFor()
    const { data } = await platform.call(record.list, { domainId: edited.id })
    const www = data.list.find((row) => row.host === 'www')!
    await platform.call(record.apply, {
      domainId: edited.id,
      changes: [{ op: 'update', id: www.id, base: www.version, record: { host: 'www', type: 'A', value: '203.0.113.1', ttl: 600 } }],
    })
    await visitor.editor.review.getByRole('button', { name: 'Save', exact: true }).click()
    await visitor.editor.review.getByText('Someone else changed 1 record. Choose which version to save.').waitFor()
    expect(await storedOf(edited.id)).toContain('www A 203.0.113.1 600')
    await visitor.editor.review.getByRole('button', { name: 'Keep yours' }).click()
    await visitor.editor.review.getByText('Checks passed').waitFor()
    await visitor.editor.review.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => storedOf(edited.id)).toContain('www A 198.51.100.9 600')
  })

  test('an import is checked again when a save came after its preview, and says so', async () => {
    const { page, editor } = await openEditor(edited)
    const dialog = page.getByRole('dialog', { name: `Import records into ${edited.name}` })
    await editor.chooseForDomain('Import')
    await dialog.getByRole('textbox').fill('www IN A 198.51.100.9')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const run = dialog.getByRole('button', { name: 'Import 1 change', exact: true })
    await run.waitFor()
    await platform.call(record.apply, { domainId: edited.id, changes: [{ op: 'add', record: { host: 'ftp', type: 'A', value: '192.0.2.4', ttl: 600 } }] })
    await run.click()
    await dialog.getByText('Someone else changed this domain after the preview.', { exact: false }).waitFor()
    expect(await storedOf(edited.id)).not.toContain('www A 198.51.100.9 600')
    await run.click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await storedOf(edited.id)).toContain('www A 198.51.100.9 600')
  })

  test('edits of different records do not disturb each other', async () => {
    const [first, second] = [await openEditor(edited), await openEditor(edited)]
    await first.editor.edit(['www', 'A', '192.0.2.1'], { TTL: '60' })
    await second.editor.edit(['mail', 'A', '192.0.2.2'], { TTL: '120' })
    await first.editor.save()
    await second.editor.save()
    expect(await storedOf(edited.id)).toEqual(['mail A 192.0.2.2 120', 'old A 192.0.2.3 600', 'www A 192.0.2.1 60'])
  })
})

describe('a login that expires while somebody edits', () => {
  test('is said in a dialog; after signing in again the tray is still there and saves', async () => {
    const edited = await newDomain()
    const { page, editor } = await openEditor(edited)
    await editor.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9' })
    await editor.add({ Host: 'later', Type: 'TXT', Text: 'typed before the login expired' })

    await platform.db.deleteFrom('session').execute()
    await editor.openReview()
    const dialog = page.getByRole('alertdialog', { name: 'Login expired' })
    await dialog.waitFor()
    await takePicture(page, 'expired-while-editing')
    page.on('dialog', (question) => void question.accept())
    await dialog.getByRole('button', { name: 'Sign in again' }).click()

    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    await fillSignIn(page, adminName, adminPassword)
    await editor.ready()
    await editor.tray.getByText('2 pending changes').waitFor()
    await editor.save()
    expect(await storedOf(edited.id)).toEqual([
      'later TXT "typed before the login expired" 600',
      'mail A 192.0.2.2 600',
      'old A 192.0.2.3 600',
      'www A 198.51.100.9 600',
    ])
  })

  test('never shows the dialog twice, and a form that is open at that moment keeps its place until then', async () => {
    const edited = await newDomain()
    const { page, editor, quiet } = await openEditor(edited)
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
    await editor.fill({ Host: 'half', Type: 'A', Address: '192.0.2.77' })
    await platform.db.deleteFrom('session').execute()
    await quiet()
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    await editor.openReview()
    await page.getByRole('alertdialog', { name: 'Login expired' }).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(1)
    expect(await page.getByRole('alert').filter({ hasText: '401' }).count()).toBe(0)
  })
})
