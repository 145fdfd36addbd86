import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { recordTemplate } from '@nameplane/contract/dns/record-template'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { queryClient } from '../../../api/queries.ts'
import { useLines, type Lines } from '../../../entities/line/use-lines.ts'
import { pageCommands } from '../../../routing/page-commands.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import { bulkMessages } from './bulk/bulk.messages.ts'
import { RecordFormDialog } from './form/record-form-dialog.tsx'
import { findingsMessages } from './findings/findings.messages.ts'
import { recordFormMessages, recordFormWords } from './form/record-form.messages.ts'
import { RestoreDialog, type Restored } from './history/restore-dialog.tsx'
import { historyMessages } from './history/history.messages.ts'
import { ProviderSource } from './import/provider-source.tsx'
import { providerMessages } from './import/provider.messages.ts'
import { SaveTemplateDialog } from './template/own-template-form.tsx'
import { TemplateDialog } from './template/template-dialog.tsx'
import { templateMessages } from './template/template.messages.ts'
import { RecordActions } from './record-actions.tsx'
import { recordWords } from './record.messages.ts'
import { emptyTray, type RecordDraft, type Tray } from './tray/tray.ts'

/* Dialogs over the records of one domain, on records that are saved. */
const parts = partsMessages.zh
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isRefused = (element: HTMLElement) => element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true'
const drafted = (host: string, value: string): RecordDraft => ({ host, type: 'A', line: 'default', value, ttl: 600, weight: null, remark: '', status: 1 })

/** A domain with these addresses of www. */
async function madeDomain(...addresses: string[]) {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  if (addresses.length > 0)
    await call(record.apply, { domainId: id, changes: addresses.map((value) => ({ op: 'add' as const, record: { host: 'www', type: 'A', value, ttl: 600 } })) })
  return { id, name }
}
const addressesOf = async (domainId: number) => (await call(record.list, { domainId })).data.list.filter(({ type }) => type === 'A').map(({ value }) => value)

/** Lines come from the server, as the editor gives them to its dialogs. */
const WithLines = ({ domainId, children }: { domainId: number; children: (lines: Lines) => ReactNode }) => children(useLines(domainId))

describe('a change of all records', () => {
  const text = bulkMessages.zh

  test('that was refused is previewed again on what is there now, and says nothing more of the refusal', async () => {
    const { id } = await madeDomain('192.0.2.1', '192.0.2.2')
    const saved = vi.fn<(serial: number) => void>()
    const user = pressed(
      <WithLines domainId={id}>
        {(lines) => <BulkDialog domainId={id} filter={{}} total={2} pending={0} lines={lines} onClose={() => {}} onSaved={saved} />}
      </WithLines>,
    )
    await user.selectOptions(screen.getByRole('combobox', { name: new RegExp(`^${text.action}`) }), 'pause')
    await user.click(button(text.preview))
    await screen.findByRole('button', { name: text.run(2) })
    await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'api', type: 'A', value: '192.0.2.3', ttl: 600 } }] })
    await user.click(button(text.run(2)))
    await screen.findByText(text.changedMeanwhile)
    const run = await screen.findByRole('button', { name: text.run(3) })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(saved).not.toHaveBeenCalled()
    await user.click(run)
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect((await call(record.list, { domainId: id })).data.list.filter(({ type, status }) => type === 'A' && status === 0)).toHaveLength(3)
  })

  test('is left by its button as long as nothing was previewed, and changes nothing', async () => {
    const { id } = await madeDomain('192.0.2.1')
    const close = vi.fn<() => void>()
    const user = pressed(
      <WithLines domainId={id}>
        {(lines) => <BulkDialog domainId={id} filter={{}} total={1} pending={0} lines={lines} onClose={close} onSaved={() => {}} />}
      </WithLines>,
    )
    await user.selectOptions(screen.getByRole('combobox', { name: new RegExp(`^${text.action}`) }), 'pause')
    await user.click(button(parts.cancel))
    expect(close).toHaveBeenCalledOnce()
    expect((await call(record.list, { domainId: id })).data.list.find(({ type }) => type === 'A')?.status).toBe(1)
  })
})

test('a domain is restored to an earlier version once it was seen what that changes', async () => {
  const { id, name } = await madeDomain('192.0.2.1')
  const { version } = (await call(domain.detail, { id })).data
  await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.9', ttl: 600 } }] })
  const restored = vi.fn<(what: Restored) => void>()
  const user = pressed(
    <RestoreDialog domainId={id} domainName={name} version={version} target={{ kind: 'domain', to: version }} onClose={() => {}} onRestored={restored} />,
  )
  const run = button(historyMessages.zh.restore)
  expect(isRefused(run)).toBe(true)
  await waitFor(() => expect(isRefused(run)).toBe(false))
  await user.click(run)
  await waitFor(() => expect(restored).toHaveBeenCalledOnce())
  expect(await addressesOf(id)).toEqual(['192.0.2.1'])
})

test('a restore that is refused when it is saved lists why, and is not tried again as it is', async () => {
  const { id, name } = await madeDomain()
  const made = (await call(customLine.save, { domainId: id, name: freshWord(), segments: '192.0.2.0/24' })).data
  const added = { op: 'add' as const, record: { host: 'www', type: 'A', line: made.code, value: '192.0.2.1', ttl: 600 } }
  const { records, version } = (await call(record.apply, { domainId: id, changes: [added], acknowledged: ['default_line_missing'] })).data
  await call(record.apply, { domainId: id, changes: [{ op: 'delete', id: records[0]!.id }] })
  const restored = vi.fn<(what: Restored) => void>()
  const user = pressed(
    <RestoreDialog domainId={id} domainName={name} version={version} target={{ kind: 'domain', to: version }} onClose={() => {}} onRestored={restored} />,
  )
  const run = button(historyMessages.zh.restore)
  await user.click(await screen.findByRole('checkbox', { name: findingsMessages.zh.acknowledge }))
  await waitFor(() => expect(isRefused(run)).toBe(false))
  // No state of the domain changes with it, so that the preview is not old.
  await call(customLine.delete, { ids: [made.id] })
  await user.click(run)
  await screen.findByText(historyMessages.zh.blocked)
  expect(isRefused(run)).toBe(true)
  expect(restored).not.toHaveBeenCalled()
})

test('the command palette offers of a locked domain what can be done all the same', () => {
  pressed(<RecordActions refusal="locked" run={() => {}} />)
  expect(pageCommands().map(({ key }) => key)).toEqual(['explain', 'export-bind', 'export-json', 'export-csv', 'export-xlsx', 'history', 'refresh'])
  cleanup()
  pressed(<RecordActions refusal={null} run={() => {}} />)
  expect(pageCommands().map(({ key }) => key)).toEqual(expect.arrayContaining(['add', 'import', 'bulk', 'history']))
})

describe('the form of a record', () => {
  const text = recordFormMessages.zh
  const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
  const host = () => field(new RegExp(`^${recordFormWords.label('host', 'zh')}`))

  /** The form of a new record that begins like this. */
  async function opened(initial: RecordDraft) {
    const { id, name } = await madeDomain()
    const [close, keep] = [vi.fn<() => void>(), vi.fn<(draft: RecordDraft, another: boolean) => void>()]
    const user = pressed(
      <WithLines domainId={id}>
        {(lines) => (
          <RecordFormDialog
            initial={initial}
            isNew
            zone={{ name, ttl: 600 } as never}
            lines={lines}
            surroundings={{ domainId: id, tray: emptyTray, edited: { row: null, key: null } }}
            onKeep={keep}
            onClose={close}
          />
        )}
      </WithLines>,
    )
    return { user, close, keep }
  }

  test('asks before what was typed is lost, and closes at once where nothing was', async () => {
    const { user, close, keep } = await opened(drafted('', ''))
    await user.click(button(text.cancel))
    expect(close).toHaveBeenCalledOnce()
    await user.type(host(), 'mail')
    await user.click(button(text.cancel))
    expect(close).toHaveBeenCalledOnce()
    const asked = within(await screen.findByRole('alertdialog'))
    await user.click(asked.getByRole('button', { name: parts.keepEditing }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(button(text.cancel))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: parts.discard }))
    expect(close).toHaveBeenCalledTimes(2)
    expect(keep).not.toHaveBeenCalled()
  })

  test('keeps a record and stays open for the next one, or keeps it and is done', async () => {
    const { user, keep } = await opened(drafted('www', '192.0.2.1'))
    await user.click(button(text.keepAndNext))
    expect(keep.mock.lastCall).toEqual([drafted('www', '192.0.2.1'), true])
    await user.clear(host())
    await user.click(button(text.keep))
    // The value is gone with the first one: nothing half-filled is kept.
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0)
    expect(keep).toHaveBeenCalledOnce()
    await user.type(host(), 'api')
    await user.type(field(/地址/), '192.0.2.2')
    await user.click(button(text.keep))
    expect(keep.mock.lastCall).toEqual([drafted('api', '192.0.2.2'), false])
  })
})

describe('a template', () => {
  const text = templateMessages.zh

  test('is kept under a name of its own: one that is taken is said at the field, and nowhere else', async () => {
    const { id, name } = await madeDomain()
    const saved = vi.fn<() => void>()
    const dialog = (
      <WithLines domainId={id}>
        {(lines) => <SaveTemplateDialog drafts={[drafted('www', '192.0.2.1')]} domain={name} lines={lines} onSaved={saved} onClose={() => {}} />}
      </WithLines>
    )
    const user = pressed(dialog)
    const title = () => screen.getByRole('textbox', { name: new RegExp(`^${recordWords.label('name', 'zh')}`) })
    expect(screen.queryAllByRole('alert')).toEqual([])
    await user.type(title(), freshWord())
    const anew = vi.spyOn(queryClient, 'invalidateQueries')
    await user.click(button(parts.save))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    // A list of templates that was seen before has it now.
    expect(anew.mock.calls.map(([filters]) => filters?.queryKey?.[0])).toContain(recordTemplate.list.path)
    anew.mockRestore()
    notices.set([])
    await user.click(button(parts.save))
    const told = await screen.findByRole('alert')
    expect(title().getAttribute('aria-describedby')).toContain(told.id)
    expect(saved).toHaveBeenCalledOnce()
    expect(notices.get()).toEqual([])
  })

  test('says what it still has to know, and shows its records as soon as it knows', async () => {
    const { id, name } = await madeDomain()
    const closed = vi.fn<() => void>()
    const kept = vi.fn<(tray: Tray) => void>()
    const Dialog = () => {
      const [held, hold] = useState<Tray>(emptyTray)
      return (
        <WithLines domainId={id}>
          {(lines) => (
            <TemplateDialog
              domainId={id}
              zone={{ name, ttl: 600 } as never}
              ttl={600}
              lines={lines}
              tray={held}
              onTray={(change) => hold((before) => (kept(change(before)), change(before)))}
              onClose={closed}
            />
          )}
        </WithLines>
      )
    }
    const user = pressed(<Dialog />)
    await user.click(button(parts.nameAndValue(text.template, text.names.exmail)))
    await user.click(screen.getByRole('option', { name: new RegExp(text.names.verification.slice(0, 5)) }))
    expect(screen.getByText(text.missing)).toBeTruthy()
    const inputs = screen.getAllByRole('textbox')
    await user.type(inputs.at(-1)!, 'verify=123')
    expect(screen.queryByText(text.missing)).toBeNull()
    // It takes the place of nothing.
    expect(screen.queryByText(text.replaceHelp)).toBeNull()
    await user.click(button(/^添加|^加入/))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(kept.mock.lastCall![0].edits.map((edit) => edit.op === 'add' && [edit.draft.type, edit.draft.value])).toEqual([
      ['TXT', expect.stringContaining('verify=123')],
    ])
  })
})

test('a provider is asked once its key is there: only what is missing is said to be', async () => {
  const text = providerMessages.zh
  const { id } = await madeDomain()
  const user = pressed(<ProviderSource domainId={id} onRead={() => {}} />)
  await user.selectOptions(screen.getByRole('combobox', { name: new RegExp(`^${text.provider}`) }), 'powerdns')
  await user.type(screen.getByRole('textbox', { name: new RegExp(`^${text.url}`) }), 'https://pdns.example.com')
  await user.click(button(text.read))
  const told = screen.getAllByRole('alert')
  expect(told).toHaveLength(1)
  expect(screen.getByLabelText(new RegExp(`^${text.secret.powerdns}`)).getAttribute('aria-describedby')).toContain(told[0]!.id)
})
