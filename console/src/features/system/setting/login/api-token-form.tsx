import { useState } from 'react'
import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import type { Sent } from '@nameplane/contract/endpoint'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { ReachAndRights } from './api-token-fields.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'

/** What both forms fill in. */
type Common = Pick<Sent<typeof apiToken.update>, 'name' | 'scopes' | 'dataScope' | 'domainIds' | 'serviceGroupIds' | 'networks' | 'callsPerFiveMinutes'>

/** A null is left out on the way; all rights are said as text, since what is left out gives none. */
const sent = <Values extends { scopes?: unknown }>(values: Values): Values => (values.scopes === null ? { ...values, scopes: 'null' } : values)
const saving = { words: apiTokenWords, invalidates: [apiToken.list], sent }
const lifeDays = [30, 90, 365] as const
/** Empty is a value of its own here: no limit. */
const orNone = { setValueAs: (typed: string | number | null) => (typed === '' || typed === null ? null : Number(typed)) }

/** Makes a key, and shows its secret this once. */
export function AddApiToken({ onClose }: { onClose: () => void }) {
  const text = useText(apiTokenMessages)
  const language = useLanguage()
  const [made, setMade] = useState<string | null>(null)
  const form = useAddForm(apiToken.save, { ...saving, values: { scopes: [] }, success: null, onDone: ({ data }) => setMade(data.token) })
  if (made !== null) return <MadeToken token={made} onClose={onClose} />
  return (
    <FieldsDialog title={text.addTitle} form={form} submitLabel={text.add} onClose={onClose}>
      <CommonFields form={form} domains={[]} />
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

/** Changes all but the secret of a key, and when it ends. */
export function EditApiToken({ onClose, ...edited }: Edited<ApiToken>) {
  const text = useText(apiTokenMessages)
  const { domains, name } = edited.row
  const form = useEditForm(apiToken.update, edited, {
    ...saving,
    called: {
      scopes: ({ scopes }) => (scopes === null ? text.allScopes : text.someScopes(scopes.length)),
      domainIds: (row) => row.domains.map(({ domain }) => domain).join(', '),
      serviceGroupIds: ({ serviceGroupIds }) => text.someGroups(serviceGroupIds.length),
    },
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.editTitle(name)} form={form} onClose={onClose}>
      <CommonFields form={form} domains={domains} />
    </FieldsDialog>
  )
}

function CommonFields({ form, domains }: { form: BoundForm<Common>; domains: ApiToken['domains'] }) {
  return (
    <>
      <Field of={form} name="name" />
      <ReachAndRights form={form} domains={domains} />
      <Field of={form} name="networks" />
      <Field of={form} name="callsPerFiveMinutes">
        {(control) => <input {...control} {...form.raw.register('callsPerFiveMinutes', orNone)} inputMode="numeric" autoComplete="off" className={textField} />}
      </Field>
    </>
  )
}

/** The secret of a key that was just made. */
function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const text = useText(apiTokenMessages)
  return (
    <Dialog title={text.created} onClose={onClose} footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}>
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <div className="flex items-center gap-2 rounded-md border border-kumo-line bg-kumo-tint px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{token}</code>
        <CopyButton text={token} label={text.token} />
      </div>
    </Dialog>
  )
}
