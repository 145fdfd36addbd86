import { record } from '@nameplane/contract/dns/record'
import { job } from '@nameplane/contract/system/job'
import { shownDomain, startDemoPlatform } from '../../support/demo-platform.ts'
import { sweepCases, type OverlayCase, type Stage } from '../../support/overlay-cases.ts'
import { chooseTemplate, recordPath } from '../../support/record-editor.ts'
import { adding } from '../../support/records.ts'

/* What opens only after something was typed, chosen or run; the rest is found by itself (opened-*.test.ts). */
let recordsPath: string
let jobId: number
let runId: number

const records = (): string => recordsPath
const messages = (): string => '/account/message/list'
const log = (): string => '/dns/log/admin/1'

async function ofDomain({ page, button }: Stage, action: string): Promise<void> {
  await button('More actions').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function newRecord({ button, dialog }: Stage, type?: string): Promise<void> {
  await button('Add record').first().click()
  if (type) await dialog().getByLabel('Type', { exact: true }).selectOption(type)
}

async function addRecord(stage: Stage): Promise<void> {
  const { page, button, dialog } = stage
  await newRecord(stage)
  await dialog().getByLabel('Host', { exact: true }).fill('sweep')
  await dialog().getByRole('textbox', { name: 'Address', exact: true }).fill('192.0.2.1')
  await button('Add to pending changes').click()
  await page.getByRole('region', { name: '1 pending change' }).waitFor()
}

async function newMessage({ button, dialog }: Stage, recipients?: string): Promise<void> {
  await button('Create message').first().click()
  if (recipients) await dialog().getByLabel('Recipients', { exact: true }).selectOption(recipients)
}

const cases: readonly OverlayCase[] = [
  [
    'a record that is refused',
    records,
    async (stage) => {
      await newRecord(stage)
      await stage.button('Add to pending changes').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
  ],
  ['a record of many fields', records, (stage) => newRecord(stage, 'NAPTR')],
  ['a record from a certificate', records, (stage) => newRecord(stage, 'TLSA')],
  ['a record with hints', records, (stage) => newRecord(stage, 'HTTPS')],
  [
    'a record with other names offered',
    records,
    async (stage) => {
      await newRecord(stage, 'SRV')
      const zone = recordsPath.split('/')[5]!
      await stage.dialog().getByLabel('Host', { exact: true }).fill(`_sip._tcp.${zone}`)
      await stage.dialog().getByRole('textbox', { name: 'Target', exact: true }).fill('sip')
      await stage.button('Use _sip._tcp').waitFor()
      await stage.button(`Use sip.${zone}`).waitFor()
    },
  ],
  [
    'records of a template that are refused',
    records,
    async (stage) => {
      await ofDomain(stage, 'Add from template')
      await chooseTemplate(stage.dialog(), 'Zone apex and www for a website')
      await stage.dialog().getByRole('textbox', { name: 'IPv4 address', exact: true }).fill('192.0.2')
      await stage.dialog().getByRole('alert').waitFor()
    },
  ],
  [
    "a template of the administrators' own",
    records,
    async (stage) => {
      await stage.ofRow('Save as template')
      await stage.dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('swept')
      await stage.dialog().getByRole('textbox', { name: 'Value', exact: true }).fill('{ip}')
      await stage.page.keyboard.press('Enter')
      await stage.dialog().waitFor({ state: 'hidden' })
      await ofDomain(stage, 'Add from template')
      await chooseTemplate(stage.dialog(), 'swept')
      await stage.dialog().getByRole('textbox', { name: '{ip}' }).fill('192.0.2.1')
      await stage.dialog().getByRole('table').waitFor()
    },
  ],
  [
    'the tray',
    records,
    async (stage) => {
      await addRecord(stage)
      return stage.page.locator('[role=region][aria-label="1 pending change"], [role=region][aria-label="1 处待保存修改"]')
    },
  ],
  [
    'the review',
    records,
    async (stage) => {
      await addRecord(stage)
      await stage.button('Review and save').click()
      await stage.dialog().getByText('Checks passed').waitFor()
    },
  ],
  [
    'all pending changes discarded',
    records,
    async (stage) => {
      await addRecord(stage)
      await stage.button('Discard all').click()
      await stage.page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'what an import would do',
    records,
    async (stage) => {
      await ofDomain(stage, 'Import')
      await stage.dialog().getByRole('textbox', { name: 'Paste records' }).fill('good 60 IN A 192.0.2.1\nbad 60 IN A 192.0.2.999\n')
      await stage.button('Preview').click()
      await stage.dialog().getByRole('region').first().waitFor()
    },
  ],
  [
    'all records changed in bulk',
    records,
    async (stage) => {
      await ofDomain(stage, 'Change in bulk')
      await stage.dialog().getByLabel('Action').selectOption('Find and replace in values')
      await stage.dialog().getByLabel('Find').fill('192.0.2.')
      await stage.dialog().getByLabel('Replace with').fill('192.0.2.999')
      await stage.button('Preview').click()
      await stage.dialog().getByRole('region').first().waitFor()
    },
  ],
  [
    'pasted lines as they were read',
    records,
    async (stage) => {
      await ofDomain(stage, 'Paste rows')
      const text = 'host,type,value,line,owner\ngood,A,192.0.2.1,电信,x\nbad,A,192.0.2.999,火星,y\nnoted,CNAME,www,,z\n'
      await stage.dialog().getByRole('textbox', { name: 'Paste rows' }).fill(text)
      await stage.dialog().getByRole('textbox', { name: 'Text of line 3' }).waitFor()
    },
  ],
  [
    'a domain restored',
    records,
    async (stage) => {
      await ofDomain(stage, 'History')
      await stage.dialog().getByRole('listitem').getByRole('button').nth(1).click()
      await stage.button('Restore the whole domain to this version').click()
      await stage.page.getByRole('dialog', { name: 'Please confirm' }).waitFor()
    },
  ],
  [
    'an answer explained',
    records,
    async (stage) => {
      await stage.ofRow('Explain answer')
      await stage.dialog().getByRole('textbox').first().fill('202.96.209.133')
      await stage.button('Explain').click()
      await stage.dialog().getByRole('status').first().waitFor()
    },
  ],
  [
    'a new update key shown once',
    () => `${recordsPath.replace(/record$/, 'update')}?open=add`,
    async ({ dialog }) => {
      await dialog()
        .getByLabel(/^Name\*?$/)
        .fill('swept')
      await dialog()
        .getByLabel(/^May change\*?$/)
        .fill('_acme-challenge TXT')
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('code').first().waitFor()
    },
  ],
  [
    'a new credential of a host shown once',
    () => `${recordsPath.replace(/record$/, 'dynamic')}?open=add`,
    async ({ dialog }) => {
      await dialog()
        .getByLabel(/^Host\*?$/)
        .fill('router')
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('code').first().waitFor()
    },
  ],
  [
    'a form that is refused',
    () => '/dns/domain/list?open=add',
    async ({ dialog }) => {
      await dialog().getByRole('button', { name: 'Add domain', exact: true }).click()
      await dialog().getByRole('alert').first().waitFor()
    },
  ],
  [
    'a notice',
    () => '/dns/domain/list',
    async ({ page }) => {
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click()
      const notice = page.getByRole('alert').first()
      await notice.hover()
      return notice
    },
  ],
  [
    'what an import of users would do',
    () => '/account/users/users?open=import',
    async ({ dialog, button }) => {
      await dialog().getByRole('textbox').fill('username\nab\n')
      await button('Preview').click()
      await dialog().getByRole('region').waitFor()
    },
  ],
  [
    'a message that is refused',
    messages,
    async (stage) => {
      await newMessage(stage, 'class')
      await stage.dialog().getByRole('button', { name: 'Publish', exact: true }).click()
      await stage.dialog().getByRole('alert').nth(1).waitFor()
    },
  ],
  [
    'a link of a message',
    messages,
    async (stage) => {
      await newMessage(stage)
      await stage.button('Link').click()
      await stage.button('Apply').click()
      await stage.dialog().getByRole('alert').last().waitFor()
    },
  ],
  [
    'chosen recipients of a message',
    messages,
    async (stage) => {
      await newMessage(stage, 'selected')
      await stage.dialog().getByRole('button', { name: 'Add account', exact: true }).waitFor()
    },
  ],
  [
    'the log verified',
    log,
    async ({ button, dialog }) => {
      await button('Verify').click()
      await dialog().getByRole('button', { name: 'Verify', exact: true }).click()
      await dialog().getByText('intact').waitFor()
    },
  ],
  [
    'a job of every month',
    () => '/system/schedule/list?open=add',
    async ({ dialog }) => {
      await dialog().getByRole('listitem').first().waitFor()
      await dialog().getByLabel('Frequency').selectOption({ label: 'Every month' })
      await dialog().getByLabel('Day of the month').selectOption('31')
    },
  ],
  [
    'a job that never runs',
    // A link opens the row though the list beside it shows others.
    () => `/system/schedule/list?own=1&open=edit&row=${jobId}`,
    async ({ dialog }) => {
      await dialog().getByLabel('Cron expression').fill('0 0 30 2 *')
      await dialog().getByRole('alert').waitFor()
    },
  ],
  ['a run that failed', () => `/system/schedule/log?run=${runId}`, ({ dialog }) => dialog().getByText('second line').first().waitFor()],
]

sweepCases(cases, async () => {
  const platform = await startDemoPlatform()
  const { domain, id, userId } = await shownDomain(platform)
  recordsPath = recordPath({ name: domain, id, userId })
  await platform.call(record.apply, { domainId: id, changes: [adding('router A 192.0.2.1')] })
  const params = { seconds: 0, fails: true, note: 'first line\nsecond line' }
  jobId = (await platform.call(job.save, { name: 'rehearsal', handler: 'trial_run', cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', params })).data.id
  runId = (await platform.call(job.run, { id: jobId })).data.runId
  while ((await platform.call(job.logInfo, { id: runId })).data.endTime === null) await new Promise((settle) => setTimeout(settle, 50))
  return platform
})
