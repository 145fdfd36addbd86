import { Suspense, useId, useState } from 'react'
import * as z from 'zod/mini'
import { accountClasses, audiences, message, type Recipient } from '@nameplane/contract/account/message'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { noticeSuccess } from '../../../api/notices.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall, useChange } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { primaryButton, quietButton } from '../../../ui/classes.ts'
import { Modal } from '../../../ui/modal.tsx'
import { messageMessages } from './message.messages.ts'
import { RecipientsField } from './recipients-field.tsx'
import { useImageUpload } from './use-image-upload.ts'

const RichTextEditor = lazyPart(() => import('../../../screen-parts/rich-text/rich-text-editor.tsx').then((part) => part.RichTextEditor))

type Whole = Reply<typeof message.detail>['data']
type Values = {
  title: string
  type: string
  audience: (typeof audiences)[number]
  classes: string[]
  accountIds: number[]
  pinned: boolean
  mailed: boolean
  /** As a field for date and time holds it: the reader's own time. */
  publishTime: string
  content: string
  action: 'draft' | 'publish' | 'schedule'
}

/** What the form holds, as it is sent. */
function sentOf(values: Values): Sent<typeof message.save> {
  const { publishTime, action } = values
  const moment = new Date(publishTime)
  return {
    ...values,
    type: Number(values.type),
    classes: values.audience === 'class' ? values.classes : [],
    accountIds: values.audience === 'selected' && values.accountIds.length > 0 ? values.accountIds : undefined,
    action: action === 'publish' && publishTime !== '' ? 'schedule' : action,
    publishTime: publishTime === '' ? undefined : Number.isNaN(moment.getTime()) ? publishTime : moment.toISOString(),
  }
}

/** The contract's rules over what the form holds. */
const rules = z.pipe(z.transform(sentOf), message.save.input)

const blank: Values = {
  title: '',
  type: '2',
  audience: 'all',
  classes: [],
  accountIds: [],
  pinned: false,
  mailed: false,
  publishTime: '',
  content: '',
  action: 'draft',
}

function valuesOf(row: Whole): Values {
  return {
    title: row.title,
    type: String(row.type),
    audience: row.management?.audience ?? 'all',
    classes: row.management?.classes ?? [],
    accountIds: row.accounts.map((account) => account.id),
    pinned: row.pinned,
    mailed: row.management?.mailed ?? false,
    publishTime: row.state === 'scheduled' && row.publishTime ? formatExactTime(row.publishTime).slice(0, 16).replace(' ', 'T') : '',
    content: row.content,
    action: 'draft',
  }
}

export function WriteMessage({ onClose }: { onClose: () => void }) {
  const text = useText(messageMessages)
  return <MessageFields title={text.add} initial={blank} accounts={[]} identity={{}} onClose={onClose} />
}

/** The form of one message, by what the server says about it when it opens. */
export function EditMessage({ id, onClose }: { id: number; onClose: () => void }) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const { reply, problem, isRefreshing, refresh } = useCall(message.detail, { id })
  const [row, setRow] = useState<Whole | null>(null)
  // A reply kept from an earlier visit would carry an old version.
  if (row === null && reply && !isRefreshing) setRow(reply.data)
  if (row) {
    return (
      <MessageFields
        title={text.editTitle(row.title)}
        initial={valuesOf(row)}
        accounts={row.accounts}
        identity={{ id, rowVersion: row.management?.rowVersion }}
        onClose={onClose}
      />
    )
  }
  if (!problem?.isShown) return null
  return (
    <Modal title={text.edit} labels={{ close: parts.close, fullScreen: parts.fullScreen }} onClose={onClose}>
      <Failure problem={problem} onRetry={() => void refresh()} />
    </Modal>
  )
}

type FieldsProps = {
  title: string
  initial: Values
  /** Names of the accounts that are chosen already. */
  accounts: readonly Recipient[]
  /** Which message is changed, and as it was seen; empty for a new one. */
  identity: { id?: number; rowVersion?: number | undefined }
  onClose: () => void
}

function MessageFields({ title, initial, accounts, identity, onClose }: FieldsProps) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const contentId = useId()
  const save = useChange(message.save, { invalidates: [message.list, message.detail], shownIn: 'form' })
  const uploadImage = useImageUpload()
  const form = useRuledForm<Values>(rules, initial)
  const [isLeaving, setLeaving] = useState(false)
  const { register, errorOf, watch, setValue } = form
  const audience = watch('audience')
  const isTimed = watch('publishTime') !== ''
  const contentError = errorOf('content')

  const submit = form.handleSubmit(async (values) => {
    const sent = sentOf(values)
    const outcome = await save.run({ ...sent, ...identity })
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    noticeSuccess({ draft: text.form.saved, publish: text.form.published, schedule: text.form.scheduled }[sent.action!])
    onClose()
  })
  const submitAs = (action: Values['action']) => {
    if (save.isRunning) return
    setValue('action', action)
    void submit()
  }
  const leave = () => {
    if (save.isRunning) return
    if (form.formState.isDirty) setLeaving(true)
    else onClose()
  }
  const isBesideFields = Object.keys(save.problem?.fields ?? {}).length > 0

  return (
    <Modal
      title={title}
      labels={{ close: parts.close, fullScreen: parts.fullScreen }}
      width="wide"
      onClose={leave}
      footer={
        <>
          {save.problem && !isBesideFields && (
            <p role="alert" className="mr-auto min-w-0 basis-full text-sm text-kumo-danger pad:grow pad:basis-0">
              {callProblemText(save.problem, language)}
            </p>
          )}
          <button type="button" className={quietButton} onClick={leave}>
            {parts.cancel}
          </button>
          <button type="button" className={quietButton} disabled={save.isRunning} onClick={() => submitAs('draft')}>
            {text.form.draft}
          </button>
          <button type="button" className={primaryButton} disabled={save.isRunning} onClick={() => submitAs('publish')}>
            {save.isRunning ? parts.saving : isTimed ? text.form.schedule : text.form.publish}
          </button>
        </>
      }
    >
      <form
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          // Enter in a field publishes nothing.
          event.preventDefault()
        }}
      >
        {/* Help whose place an error takes: nothing moves away under the pointer that leaves the field. */}
        <TextInput label={text.fields.title} help={text.helps.title} isRequired error={errorOf('title')} {...register('title')} />
        <div className="grid gap-4 pad:grid-cols-2">
          <Select label={text.fields.type} help={text.helps.type} error={errorOf('type')} {...register('type')}>
            {([2, 1, 3] as const).map((type) => (
              <option key={type} value={type}>
                {text.types[type]}
              </option>
            ))}
          </Select>
          <Select label={text.fields.audience} error={errorOf('audience')} {...register('audience')}>
            {audiences.map((one) => (
              <option key={one} value={one}>
                {text.audiences[one]}
              </option>
            ))}
          </Select>
        </div>
        {audience === 'class' && (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{text.fields.classes}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {accountClasses.map((one) => (
                <label key={one} className="inline-flex cursor-pointer items-center gap-2 text-sm">
                  <input type="checkbox" value={one} {...register('classes')} />
                  {text.classes[one]}
                </label>
              ))}
            </div>
            {errorOf('classes') && (
              <p role="alert" className="mt-1 text-sm text-kumo-danger">
                {errorOf('classes')}
              </p>
            )}
          </fieldset>
        )}
        {audience === 'selected' && (
          <RecipientsField
            known={accounts}
            value={watch('accountIds')}
            error={errorOf('accountIds')}
            onChange={(ids) => setValue('accountIds', ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          />
        )}
        <div>
          <p id={`${contentId}-label`} className="mb-1 text-sm font-medium">
            {text.fields.content}
            <span aria-hidden="true" className="ml-0.5 text-kumo-danger">
              *
            </span>
          </p>
          <Suspense fallback={<div className="h-60 rounded-md border border-np-field bg-kumo-control" />}>
            <RichTextEditor
              labelledBy={`${contentId}-label`}
              describedBy={contentError === undefined ? undefined : `${contentId}-error`}
              isInvalid={contentError !== undefined}
              html={initial.content}
              onChange={(html) => setValue('content', html, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
              onImage={uploadImage}
            />
          </Suspense>
          {contentError !== undefined && (
            <p id={`${contentId}-error`} role="alert" className="mt-1 text-sm text-kumo-danger">
              {contentError}
            </p>
          )}
        </div>
        <div className="grid items-start gap-4 pad:grid-cols-2">
          <TextInput label={text.fields.when} help={text.helps.publishTime} type="datetime-local" error={errorOf('publishTime')} {...register('publishTime')} />
          <div className="flex flex-col gap-2 pad:mt-7">
            <CheckBox label={text.fields.pinned} help={text.helps.pinned} {...register('pinned')} />
            <CheckBox label={text.fields.mailed} help={text.helps.mailed} {...register('mailed')} />
          </div>
        </div>
      </form>
      {isLeaving && (
        <ConfirmDialog
          title={parts.discardTitle}
          text={parts.discardText}
          confirmLabel={parts.discard}
          cancelLabel={parts.keepEditing}
          isDangerous
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Modal>
  )
}
