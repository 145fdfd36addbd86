import { useState } from 'react'
import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { rightNames } from '@nameplane/contract/right-names'
import { rights, type Right } from '@nameplane/contract/rights'
import { useChange } from '../../../../api/queries.ts'
import { useOwnRights } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { TagInput } from '../../../../screen-parts/form/tag-input.tsx'
import { useRuledForm, type RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { primaryButton } from '../../../../ui/classes.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { apiTokenMessages } from './api-token.messages.ts'

type NewToken = Sent<typeof apiToken.save>
type ChangedToken = Sent<typeof apiToken.update>
/** What both forms fill in. */
type Common = Pick<NewToken, 'name' | 'scopes' | 'networks' | 'callsPerFiveMinutes'>

const invalidates = [apiToken.list]
const lifeDays = [30, 90, 365] as const

/** Makes a key, and shows its secret this once. */
export function AddApiToken({ onClose }: { onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const format = useFormat()
  const [made, setMade] = useState<string | null>(null)
  const save = useChange(apiToken.save, { invalidates, shownIn: 'form' })
  const form = useRuledForm<NewToken>(apiToken.save.input, {
    name: '',
    scopes: null,
    networks: [],
    callsPerFiveMinutes: limits.apiTokenCallsPerFiveMinutes,
    days: 365,
    password: '',
  })
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(values)
    if (outcome.isDone) setMade(outcome.reply.data.token)
    else form.showProblem(outcome.problem)
  })
  if (made !== null) return <MadeToken token={made} onClose={onClose} />
  return (
    <FormDialog
      title={text.addTitle}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text.add}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <CommonFields form={form as unknown as RuledForm<Common>} />
      <Select
        label={text.fields.days}
        {...form.register('days', { setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)) })}
        error={form.errorOf('days')}
      >
        {lifeDays.map((days) => (
          <option key={days} value={days}>
            {text.daysOf(format.number(days))}
          </option>
        ))}
        <option value="">{text.forever}</option>
      </Select>
      <SecretInput
        label={text.fields.password}
        help={text.helps.password}
        isRequired
        autoComplete="current-password"
        {...form.register('password')}
        error={form.errorOf('password')}
      />
    </FormDialog>
  )
}

export function EditApiToken({ row, onClose }: { row: ApiToken; onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const update = useChange(apiToken.update, { invalidates, success: 'changed', shownIn: 'form' })
  const form = useRuledForm<ChangedToken>(apiToken.update.input, {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    callsPerFiveMinutes: row.callsPerFiveMinutes,
  })
  const submit = form.handleSubmit(async (values) => {
    const outcome = await update.run(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.editTitle(row.name)}
      problem={update.problem}
      pending={update.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <CommonFields form={form as unknown as RuledForm<Common>} />
    </FormDialog>
  )
}

function CommonFields({ form }: { form: RuledForm<Common> }) {
  const text = useText(apiTokenMessages)
  const language = useLanguage()
  const held = useOwnRights()
  const { register, errorOf, watch, setValue } = form
  const scopes = (watch('scopes') ?? null) as readonly Right[] | null
  const offered = rights.filter((right) => held === null || held.has(right) || scopes?.includes(right))
  const choose = (next: readonly Right[] | null) => setValue('scopes', next && [...next], { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <TextInput label={text.fields.name} help={text.helps.name} isRequired {...register('name')} error={errorOf('name')} />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{text.fields.scopes}</legend>
        <CheckBox label={text.chooseScopes} checked={scopes !== null} onChange={(event) => choose(event.target.checked ? [] : null)} />
        {scopes !== null && (
          <div className="mt-2 grid max-h-56 gap-x-4 gap-y-1.5 overflow-y-auto rounded-md border border-kumo-line p-3 pad:grid-cols-2">
            {offered.map((right) => (
              <CheckBox
                key={right}
                label={rightNames[right][language]}
                checked={scopes.includes(right)}
                onChange={(event) => choose(event.target.checked ? [...scopes, right] : scopes.filter((one) => one !== right))}
              />
            ))}
          </div>
        )}
        {errorOf('scopes') !== undefined && (
          <p role="alert" className="mt-1 text-sm text-kumo-danger">
            {errorOf('scopes')}
          </p>
        )}
      </fieldset>
      <TagInput
        label={text.fields.networks}
        help={text.helps.networks}
        error={errorOf('networks')}
        value={(watch('networks') ?? []) as readonly string[]}
        maximumLetters={45}
        onChange={(value) => setValue('networks', [...value], { shouldDirty: true, shouldValidate: true })}
      />
      <TextInput
        label={text.fields.callsPerFiveMinutes}
        help={text.helps.calls}
        inputMode="numeric"
        {...register('callsPerFiveMinutes', { setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)) })}
        error={errorOf('callsPerFiveMinutes')}
      />
    </>
  )
}

/** The secret of a key that was just made. */
function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const parts = useText(partsMessages)
  return (
    <Modal
      title={text.created}
      labels={{ close: parts.close, fullScreen: parts.fullScreen }}
      onClose={onClose}
      footer={
        <button type="button" className={primaryButton} onClick={onClose}>
          {text.done}
        </button>
      }
    >
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <div className="flex items-center gap-2 rounded-md border border-kumo-line bg-kumo-tint px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{token}</code>
        <CopyButton text={token} label={text.token} />
      </div>
    </Modal>
  )
}
