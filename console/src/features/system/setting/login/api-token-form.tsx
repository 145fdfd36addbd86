import { useState } from 'react'
import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import type { Sent } from '@nameplane/contract/endpoint'
import { useOwnRights } from '../../../../api/rights.ts'
import { useRights } from '../../../../entities/right/use-rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { withTick } from '../../../../screen-parts/form/ticked.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'

/** What both forms fill in. */
type Common = Pick<Sent<typeof apiToken.save>, 'name' | 'scopes' | 'networks' | 'callsPerFiveMinutes'>

const saving = { words: apiTokenWords, invalidates: [apiToken.list] }
const lifeDays = [30, 90, 365] as const
/** Empty is a value of its own here: no limit. */
const orNone = { setValueAs: (typed: string | number | null) => (typed === '' || typed === null ? null : Number(typed)) }

/** Makes a key, and shows its secret this once. */
export function AddApiToken({ onClose }: { onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const language = useLanguage()
  const [made, setMade] = useState<string | null>(null)
  const form = useAddForm(apiToken.save, { ...saving, values: { scopes: null }, success: null, onDone: ({ data }) => setMade(data.token) })
  if (made !== null) return <MadeToken token={made} onClose={onClose} />
  return (
    <FieldsDialog title={text.addTitle} form={form} submitLabel={text.add} onClose={onClose}>
      <CommonFields form={form} />
      <Field of={form} name="days">
        {(control) => (
          <select {...control} {...form.raw.register('days', orNone)} className={`${textField} cursor-pointer`}>
            {lifeDays.map((days) => (
              <option key={days} value={days}>
                {text.daysOf(days)}
              </option>
            ))}
            <option value="">{text.forever}</option>
          </select>
        )}
      </Field>
      <SecretInput
        label={apiTokenWords.label('password', language)}
        help={text.helps.password}
        isRequired
        autoComplete="current-password"
        {...form.raw.register('password')}
        error={form.raw.errorOf('password')}
      />
    </FieldsDialog>
  )
}

export function EditApiToken({ row, onClose }: { row: ApiToken; onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const { id, name, scopes, networks, callsPerFiveMinutes } = row
  const values = { id, name, scopes, networks, callsPerFiveMinutes }
  const form = useAddForm(apiToken.update, { ...saving, values, success: 'changed', onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(name)} form={form} onClose={onClose}>
      <CommonFields form={form} />
    </FieldsDialog>
  )
}

function CommonFields({ form }: { form: BoundForm<Common> }) {
  return (
    <>
      <Field of={form} name="name" />
      <ScopesField form={form} />
      <Field of={form} name="networks" />
      <Field of={form} name="callsPerFiveMinutes">
        {(control) => <input {...control} {...form.raw.register('callsPerFiveMinutes', orNone)} inputMode="numeric" autoComplete="off" className={textField} />}
      </Field>
    </>
  )
}

/** All rights of its owner, or some of them. */
function ScopesField({ form }: { form: BoundForm<Common> }) {
  const text = useText(apiTokenMessages)
  const { rights } = useRights()
  const language = useLanguage()
  const held = useOwnRights()
  const [value, choose] = useFieldValue(form, 'scopes')
  const scopes = (value ?? null) as readonly string[] | null
  const error = form.raw.errorOf('scopes')
  const offered = rights.filter(({ right }) => held === null || held.has(right) || scopes?.includes(right))
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{apiTokenWords.label('scopes', language)}</legend>
      <CheckBox label={text.chooseScopes} checked={scopes !== null} onChange={(event) => choose(event.target.checked ? [] : null)} />
      {scopes !== null && (
        <div className="mt-2 grid max-h-56 gap-x-4 gap-y-1.5 overflow-y-auto rounded-md border border-kumo-line p-3 pad:grid-cols-2">
          {offered.map(({ right, title }) => (
            <CheckBox
              key={right}
              label={title[language]}
              checked={scopes.includes(right)}
              onChange={(event) => choose(withTick(scopes, right, event.target.checked))}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </fieldset>
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
      footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}
    >
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <div className="flex items-center gap-2 rounded-md border border-kumo-line bg-kumo-tint px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{token}</code>
        <CopyButton text={token} label={text.token} />
      </div>
    </Modal>
  )
}
