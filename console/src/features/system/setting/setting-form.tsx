import type * as z from 'zod/mini'
import { useCallback, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { blankOf, fieldsOf } from '@nameplane/contract/fields'
import { problemText } from '@nameplane/contract/problem-text'
import { tabsBeside } from '@nameplane/contract/system/setting-screens'
import { setting as calls, type SettingRecord } from '@nameplane/contract/system/setting'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { actorWithin } from '../../../i18n/actor-name.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useUnsaved } from '../../../routing/use-unsaved.ts'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { useBoundForm, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import type { FieldWords } from '../../../screen-parts/form/field-words.ts'
import { LinkButton, PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { settingMessages } from './setting.messages.ts'
import { changedMembers, filledIn, type Members } from './setting-members.ts'
import { secretsOfElsewhere, without } from './secrets-of-elsewhere.ts'
import { SettingHistory } from './setting-history.tsx'
import { SettingTest, type TestTarget } from './setting-test.tsx'
import { useSettingRefusal } from './use-setting-refusal.ts'

/** A setting whose schema's input a form can hold. */
type FormSetting<Values extends FieldValues> = Setting<z.core.$ZodType<unknown, Values>>

/** What a page says of a setting, and its fields. */
export type SettingParts<Values extends FieldValues> = {
  setting: FormSetting<Values>
  /** What members are called, and what is said of them. */
  words: FieldWords
  /** Makes what the form begins with of what is saved, where that is not the same. */
  read?: (values: Values) => Values
  /** Where a test goes; null where it needs no such thing. Only for settings that can be tested. */
  testTarget?: TestTarget | null
  onSaved?: () => void
  /** The fields. `begun` changes when the form begins anew: a key for parts that keep a state of their own. */
  children: (form: BoundForm<Values>, begun: string) => ReactNode
}

type SettingFormProps<Values extends FieldValues> = SettingParts<Values> & {
  /** The record as it is saved. */
  record: SettingRecord
  onStale: () => Promise<void>
}

const membersOf = (one: Pick<SettingRecord, 'paramValue'>): Members => JSON.parse(one.paramValue) as Members

const invalidates = [calls.ofKey, calls.list, calls.history]

/** The fields of a setting with what surrounds them: in use or not, try, save, who changed it last. */
export function SettingForm<Values extends FieldValues>({ setting, record, words, read, testTarget, onSaved, onStale, children }: SettingFormProps<Values>) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const format = useFormat()
  const refusal = useSettingRefusal(setting.group)
  const refusalId = useId()
  const blank = useMemo(() => blankOf(fieldsOf(setting.value)), [setting])
  const initialOf = useCallback(
    (one: Pick<SettingRecord, 'paramValue'>): Values => {
      const values = filledIn(blank, membersOf(one)) as Values
      return read ? read(values) : values
    },
    [blank, read],
  )
  // What the form began with: a newer state must not take away what was typed.
  const [begun, setBegun] = useState(record)
  const [isInUse, setInUse] = useState(record.status === 1)
  const [isTestOpen, setTestOpen] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const bound = useBoundForm<Values>(setting.value, words, initialOf(record), setting.secrets)
  const update = useChange(calls.update, { invalidates, success: 'settingSaved', shownIn: 'form' })
  const values = bound.raw.watch()
  const { asked, forgotten } = secretsOfElsewhere(setting, membersOf(begun), values)
  const form: typeof bound.raw = {
    ...bound.raw,
    errorOf: (field) => bound.raw.errorOf(field) ?? (asked.includes(field) ? problemText('config_secret_elsewhere', language) : undefined),
  }
  /** Runs once the fields are right, and secrets that were entered for another place are typed again. */
  const whenRight = (work: (sent: Members) => unknown) =>
    form.handleSubmit((typed) => (asked[0] === undefined ? work(without(typed, forgotten)) : form.setFocus(asked[0])))
  const unsaved = changedMembers(initialOf(begun), values).length + (isInUse === (begun.status === 1) ? 0 : 1)
  const theirs =
    update.problem?.code !== 'changed_meanwhile' || record.rowVersion === begun.rowVersion
      ? null
      : changedMembers(initialOf(begun), initialOf(record)).map(({ path, now }) => ({ label: words.label(path, language), value: now }))

  const [rounds, setRounds] = useState(0)
  function begin(from: SettingRecord) {
    setRounds(rounds + 1)
    setBegun(from)
    setInUse(from.status === 1)
    update.forget()
    form.reset(initialOf(from))
  }
  // What was saved comes back with its secrets masked, and is shown like that from then on.
  const { reset, isDirty } = form
  const isSavedState = record.rowVersion === begun.rowVersion && record.paramValue !== begun.paramValue
  useEffect(() => {
    if (!isSavedState || isDirty) return
    setBegun(record)
    reset(initialOf(record))
  }, [isSavedState, isDirty, record, reset, initialOf])
  // The first look may be a remembered one: while nothing was typed, the newer state takes its place.
  const isOutdated = unsaved === 0 && !update.isRunning && record.rowVersion > begun.rowVersion
  useEffect(() => {
    if (isOutdated) begin(record)
  })
  useUnsaved(unsaved > 0 && refusal === null, {
    isBeside: (pathname) => setting.screen !== null && tabsBeside(setting.screen).some(({ path }) => path === pathname),
    discard: () => begin(record),
  })
  const submit = whenRight(async (sent) => {
    const outcome = await update.run({
      id: record.id,
      paramKey: record.paramKey,
      remark: record.remark,
      paramValue: sent,
      ...(setting.startsOff ? { status: isInUse ? 1 : 0 } : {}),
      // After a refusal the reader has seen the difference: saving again puts theirs over it.
      rowVersion: theirs ? record.rowVersion : begun.rowVersion,
    })
    if (outcome.isDone) {
      const { rowVersion } = outcome.reply.data
      const status = setting.startsOff ? (isInUse ? 1 : 0) : begun.status
      setBegun({ ...begun, rowVersion, status, paramValue: JSON.stringify(sent) })
      form.reset(sent)
      onSaved?.()
    } else if (outcome.problem.code === 'changed_meanwhile') await onStale()
    else form.showProblem(outcome.problem)
  })
  const blamed = Object.keys(update.problem?.fields ?? {})
  return (
    <>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          if (!update.isRunning) void submit(event)
        }}
      >
        {refusal !== null && (
          <p id={refusalId} role="note" className="border-b border-kumo-hairline px-4 py-2 text-sm text-kumo-subtle pad:px-5">
            {refusal}
          </p>
        )}
        <fieldset
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : refusalId}
          title={refusal ?? undefined}
          className="flex min-w-0 flex-col gap-4 p-4 pad:p-5 [&_:is(input,select,textarea)]:scroll-mb-28"
        >
          {(setting.startsOff || theirs) && (
            <div className="flex max-w-[560px] flex-col gap-4">
              {setting.startsOff && (
                <CheckBox
                  label={text.inUse}
                  help={setting.exclusiveGroup === null ? text.inUseHelp : text.onlyOne}
                  checked={isInUse}
                  onChange={(event) => setInUse(event.target.checked)}
                />
              )}
              {theirs && <ChangedMeanwhile fields={theirs} />}
            </div>
          )}
          {children({ ...bound, raw: form }, String(rounds))}
          {update.problem && !theirs && blamed.length === 0 && (
            <p role="alert" className="text-sm text-kumo-danger">
              {callProblemText(update.problem, language)}
            </p>
          )}
        </fieldset>
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b-lg border-t border-kumo-line bg-kumo-base px-4 py-3 pad:px-5">
          <p className="mr-auto basis-full text-sm text-kumo-subtle pad:basis-auto">
            {unsaved > 0 && refusal === null ? (
              text.unsaved(unsaved)
            ) : record.updatedBy === '' ? (
              text.never
            ) : (
              <span title={formatExactTime(record.updateTime)}>
                {text.changed(actorWithin(record.updatedBy, language), format.relativeTime(record.updateTime))}
              </span>
            )}
            <LinkButton className="ml-3" onClick={() => setHistoryOpen(true)}>
              {text.history}
            </LinkButton>
          </p>
          {setting.isTestable && (
            // Nothing is tried before the form itself is right: its fields say what is wrong.
            <QuietButton refusal={refusal} onClick={() => void whenRight(() => setTestOpen(true))()}>
              {text.test}
            </QuietButton>
          )}
          {unsaved > 0 && refusal === null && <QuietButton onClick={() => begin(record)}>{text.discard}</QuietButton>}
          <PrimaryButton type="submit" disabled={update.isRunning} refusal={refusal}>
            {text.save}
          </PrimaryButton>
        </div>
      </form>
      {isTestOpen && (
        <SettingTest
          settingKey={setting.key}
          form={form}
          values={() => without(form.getValues(), forgotten)}
          record={record}
          target={testTarget ?? null}
          onClose={() => setTestOpen(false)}
        />
      )}
      {isHistoryOpen && (
        <SettingHistory
          name={setting.remark[language]}
          group={setting.group}
          record={record}
          blank={blank}
          words={words}
          onRestored={(restored) => {
            begin(restored)
            onSaved?.()
          }}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </>
  )
}
