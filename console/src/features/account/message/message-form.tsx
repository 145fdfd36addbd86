import { Suspense, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { accountClasses, message, messageTypes, type AccountClass, type Audience, type Recipient } from '@nameplane/contract/account/message'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import type { CallProblem } from '../../../api/call-problem.ts'
import { noticeSuccess } from '../../../api/notices.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall, useChange, type Outcome } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { formatExactTime, listOf } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../screen-parts/dialog/use-leaving.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { useBoundForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { ChangedMeanwhile, type ChangedField } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { LabelledGroup, RequiredMark } from '../../../screen-parts/form/labelled.tsx'
import { isSaidByFields } from '../../../screen-parts/form/said-by-fields.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { messageMessages, messageWords } from './message.messages.ts'
import { RecipientsField } from './recipients-field.tsx'
import { useImageUpload } from './use-image-upload.ts'

const RichTextEditor = lazyPart(() => import('../../../screen-parts/rich-text/rich-text-editor.tsx').then((part) => part.RichTextEditor))

type Whole = Reply<typeof message.detail>['data']
type Values = {
  title: string
  type: number
  audience: Audience
  classes: AccountClass[]
  accountIds: number[]
  pinned: boolean
  mailed: boolean
  /** As a field for date and time holds it: the reader's own time. */
  publishTime: string
  content: string
  action: 'draft' | 'publish' | 'schedule'
}

/** What the form holds, as it is sent. */
function sentOf({ publishTime, ...values }: Values): Sent<typeof message.save> {
  const { audience, classes, accountIds, action } = values
  const moment = new Date(publishTime)
  return {
    ...values,
    classes: audience === 'class' ? classes : [],
    accountIds: audience === 'selected' && accountIds.length > 0 ? accountIds : undefined,
    action: action === 'publish' && publishTime !== '' ? 'schedule' : action,
    publishTime: publishTime === '' ? undefined : Number.isNaN(moment.getTime()) ? publishTime : moment.toISOString(),
  }
}

/** The contract's rules over what the form holds. */
const rules = z.pipe(z.transform(sentOf), message.save.input)

const valuesOf = ({ title, type, pinned, content, state, publishTime, management, accounts }: Whole): Partial<Values> => ({
  title,
  type,
  pinned,
  content,
  ...(management && { audience: management.audience, classes: management.classes, mailed: management.mailed }),
  accountIds: accounts.map((account) => account.id),
  // Seconds stand there only where there are any.
  publishTime: state === 'scheduled' && publishTime ? formatExactTime(publishTime).replace(/:00$/, '').replace(' ', 'T') : '',
})

const invalidates = [message.list, message.detail]

export function WriteMessage({ onClose }: { onClose: () => void }) {
  const text = useText(messageMessages)
  const { run, ...saving } = useChange(message.save, { invalidates, success: null, shownIn: 'form' })
  return <MessageFields title={text.add} initial={{}} accounts={[]} saving={{ ...saving, save: run, theirs: null }} onClose={onClose} />
}

/** The form of one message, by what the server says about it when it opens. */
export function EditMessage({ id, onClose }: { id: number; onClose: () => void }) {
  const parts = useText(partsMessages)
  const { reply, problem, isRefreshing, refresh } = useCall(message.detail, { id })
  const [row, setRow] = useState<Versioned | null>(null)
  // A reply kept from an earlier visit would carry an old version.
  if (row === null && reply && !isRefreshing) setRow(versioned(reply.data))
  if (row) return <ChangedMessage row={row} saved={reply ? versioned(reply.data) : row} onStale={() => void refresh()} onClose={onClose} />
  if (!problem?.isShown) return null
  return (
    <Dialog title={parts.edit} onClose={onClose}>
      <Failure problem={problem} onRetry={() => void refresh()} />
    </Dialog>
  )
}

type Versioned = Whole & { readonly rowVersion: number }
/** Whoever may write messages is told how often each was changed. */
const versioned = (row: Whole): Versioned => ({ ...row, rowVersion: row.management?.rowVersion ?? 0 })

function ChangedMessage({ onClose, ...editing }: Edited<Versioned>) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const { row } = editing
  const field = (name: keyof Values, valueOf: (one: Versioned) => string) => ({ label: messageWords.label(name, language), valueOf })
  const yesOrNo = (is: boolean | undefined): string => (is === true ? parts.yes : parts.no)
  const saving = useVersionedChange(
    message.save,
    invalidates,
    editing,
    [
      field('title', ({ title }) => title),
      field('type', ({ type }) => text.choices.type[type]),
      field('audience', ({ management }) => (management ? text.choices.audience[management.audience] : '')),
      field('classes', ({ management }) => listOf(management?.classes.map((one) => text.choices.classes[one]) ?? [], language)),
      field('accountIds', ({ accounts }) =>
        listOf(
          accounts.map(({ username }) => username),
          language,
        ),
      ),
      field('content', ({ content }) => wordsIn(content)),
      field('publishTime', ({ publishTime }) => (publishTime === null ? '' : formatExactTime(publishTime))),
      field('pinned', ({ pinned }) => yesOrNo(pinned)),
      field('mailed', ({ management }) => yesOrNo(management?.mailed)),
    ],
    null,
  )
  return <MessageFields title={text.editTitle(row.title)} initial={valuesOf(row)} accounts={row.accounts} saving={saving} onClose={onClose} />
}

/** What is read of a text with marks. */
const wordsIn = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

type FieldsProps = {
  title: string
  initial: Partial<Values>
  /** Names of the accounts that are chosen already. */
  accounts: readonly Recipient[]
  saving: {
    readonly save: (values: Sent<typeof message.save>) => Promise<Outcome<typeof message.save>>
    readonly problem: CallProblem | null
    readonly isRunning: boolean
    readonly theirs: readonly ChangedField[] | null
  }
  onClose: () => void
}

function MessageFields({ title, initial, accounts, saving: { save, problem, isRunning, theirs }, onClose }: FieldsProps) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const own = useRef<HTMLFormElement>(null)
  const form = useBoundForm<Values>(rules, messageWords, initial)
  const { raw } = form
  const { leave, question } = useLeaving({ isDirty: raw.isDirty, isRunning, onClose })
  const [audience] = useFieldValue(form, 'audience')
  const [publishTime] = useFieldValue(form, 'publishTime')

  const submit = raw.handleSubmit(async (values) => {
    const sent = sentOf(values as Values)
    const outcome = await save(sent)
    if (!outcome.isDone) return raw.showProblem(outcome.problem)
    noticeSuccess({ draft: text.form.saved, publish: text.form.published, schedule: text.form.scheduled }[sent.action!])
    onClose()
  })
  const submitAs = (action: Values['action']) => {
    if (isRunning) return
    raw.setValue('action', action)
    void submit()
  }

  return (
    <Dialog
      title={title}
      width="wide"
      onClose={leave}
      footer={
        <>
          {problem?.isShown && !isSaidByFields(problem, own.current) && (
            <p role="alert" className="mr-auto min-w-0 basis-full text-sm text-kumo-danger pad:grow pad:basis-0">
              {callProblemText(problem, language)}
            </p>
          )}
          <QuietButton onClick={leave}>{parts.cancel}</QuietButton>
          <QuietButton disabled={isRunning} onClick={() => submitAs('draft')}>
            {text.form.draft}
          </QuietButton>
          <PrimaryButton disabled={isRunning} onClick={() => submitAs('publish')}>
            {isRunning ? parts.saving : publishTime !== '' ? text.form.schedule : text.form.publish}
          </PrimaryButton>
        </>
      }
    >
      <form
        ref={own}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          // Enter in a field publishes nothing.
          event.preventDefault()
        }}
      >
        {theirs && <ChangedMeanwhile fields={theirs} />}
        {/* Help whose place an error takes: nothing moves away under the pointer that leaves the field. */}
        <Field of={form} name="title" />
        <div className="grid gap-4 pad:grid-cols-2">
          <Field of={form} name="type" options={types.map((type) => ({ value: String(type), label: text.choices.type[type] }))} />
          <Field of={form} name="audience" />
        </div>
        {audience === 'class' && <ClassesField form={form} />}
        {audience === 'selected' && <RecipientsField form={form} known={accounts} />}
        <ContentField form={form} />
        <div className="grid items-start gap-4 pad:grid-cols-2">
          <Field of={form} name="publishTime" label={text.form.publishAt}>
            {(control) => <input type="datetime-local" {...raw.register('publishTime')} {...control} className={textField} />}
          </Field>
          <div className="flex flex-col gap-2 pad:mt-7">
            <Field of={form} name="pinned" />
            <Field of={form} name="mailed" />
          </div>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

/** Notices first: what is written most. */
const types = [messageTypes.notice, messageTypes.letter, messageTypes.ticket] as const

function ClassesField({ form }: { form: BoundForm<Values> }) {
  const text = useText(messageMessages)
  const language = useLanguage()
  const [value, setValue] = useFieldValue(form, 'classes')
  return (
    <LabelledGroup name="classes" label={messageWords.label('classes', language)} error={form.raw.errorOf('classes')} isRequired>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {accountClasses.map((one) => (
          <CheckBox
            key={one}
            name="classes"
            label={text.choices.classes[one]}
            checked={value.includes(one)}
            onChange={(event) => setValue(accountClasses.filter((other) => (other === one ? event.target.checked : value.includes(other))))}
          />
        ))}
      </div>
    </LabelledGroup>
  )
}

/** The text itself; what it begins with is read once. */
function ContentField({ form: { raw } }: { form: BoundForm<Values> }) {
  const language = useLanguage()
  const id = useId()
  const uploadImage = useImageUpload()
  const [html] = useState(() => String(raw.getValues('content')))
  const error = raw.errorOf('content')
  // A name by which the form is asked whether this is one of its fields, as an editor has none.
  return (
    <fieldset name="content" className="min-w-0">
      <p id={`${id}-label`} className="mb-1 text-sm font-medium">
        {messageWords.label('content', language)}
        <RequiredMark />
      </p>
      <Suspense fallback={<div className="h-60 rounded-md border border-np-field bg-kumo-control" />}>
        <RichTextEditor
          labelledBy={`${id}-label`}
          describedBy={error === undefined ? undefined : `${id}-error`}
          isInvalid={error !== undefined}
          html={html}
          onChange={(next) => raw.setValue('content', next, { shouldDirty: true, shouldValidate: raw.isSubmitted })}
          onImage={uploadImage}
        />
      </Suspense>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
