import { useState } from 'react'
import { backup, RestoreRequest } from '@nameplane/contract/system/backup'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useIsSuper } from '../../../../api/rights.ts'
import { removeSession } from '../../../../api/session-store.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useBoundForm, useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { Labelled, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { FileInput } from '../../../../screen-parts/form/file-input.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { DangerButton, PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import type { BackupRow } from './backup-list.tsx'
import { backupMessages, backupWords } from './backup.messages.ts'
import { PartChoice } from './part-choice.tsx'
import { RestoreDifference } from './restore-difference.tsx'
import type { Report } from './restore-report.ts'
import { UnknownMaker } from './unknown-maker.tsx'

/** A restore in steps: which file and key, what would change, then the password and a typed word. */
export function RestoreDialog({ row, onClose }: { row: BackupRow | null; onClose: () => void }) {
  const text = useText(backupMessages)
  const wizard = text.wizard
  const parts = useText(partsMessages)
  const language = useLanguage()
  const [file, setFile] = useState<File | null>(null)
  const [isFileMissing, setFileMissing] = useState(false)
  const form = useBoundForm(RestoreRequest, backupWords)
  const [passphrase] = useFieldValue(form, 'passphrase')
  const [chosen, setChosen] = useState<BackupPart[] | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [password] = useFieldValue(form, 'password')
  const [makerName = ''] = useFieldValue(form, 'makerName')
  const isSuper = useIsSuper()
  const [typed, setTyped] = useState('')
  const compare = useChange(backup.import, { shownIn: 'form' })
  const restore = useChange(backup.import, { shownIn: 'form' })
  const isBusy = compare.isRunning || restore.isRunning
  const problem = restore.problem ?? compare.problem
  const source = row ? { name: row.name } : { file }

  const maker = report?.facts.maker
  const isUnknown = report?.facts.isOwn === false && maker?.name === null
  const acceptance = isUnknown && maker ? { makerName, makerFingerprint: maker.fingerprint } : {}

  async function runCompare(wanted: BackupPart[] | null) {
    if (!row && !file) return setFileMissing(true)
    restore.forget()
    const outcome = await compare.run({ ...source, passphrase, dryRun: true, ...(wanted ? { parts: wanted } : {}) })
    if (!outcome.isDone) return
    setChosen(wanted ?? outcome.reply.data.facts.parts)
    setReport(outcome.reply.data)
  }
  async function runRestore() {
    const outcome = await restore.run({ ...source, passphrase, dryRun: false, password, ...acceptance, ...(chosen ? { parts: chosen } : {}) })
    if (!outcome.isDone) return
    // The session ended with the restore: nothing here asks with it any more, or its end would be told over what is read.
    if (outcome.reply.data.endsSessions) removeSession()
    setReport(outcome.reply.data)
  }
  const close = (): void => {
    if (!isBusy) onClose()
  }
  const isDone = report?.isDone === true
  const changes = report?.differences.some(({ added, changed, removed }) => added + changed + removed > 0) === true
  const isReady = typed.trim().toLowerCase() === wizard.typed && password !== '' && (!isUnknown || makerName.trim() !== '')
  return (
    <Dialog
      title={wizard.title}
      width={report ? 'wide' : 'narrow'}
      onClose={close}
      footer={
        isDone ? (
          <PrimaryButton key="done" onClick={() => (report.endsSessions ? window.location.reload() : onClose())}>
            {report.endsSessions ? wizard.signIn : wizard.close}
          </PrimaryButton>
        ) : report ? (
          <>
            <QuietButton key="back" disabled={isBusy} onClick={() => (setReport(null), restore.forget())}>
              {wizard.back}
            </QuietButton>
            <DangerButton
              key="run"
              disabled={isBusy}
              refusal={isBusy ? null : !changes ? parts.reasons.noChanges : isReady ? null : wizard.fillIn}
              onClick={() => void runRestore()}
            >
              {restore.isRunning ? wizard.running : wizard.run}
            </DangerButton>
          </>
        ) : (
          <>
            <QuietButton key="cancel" onClick={close}>
              {parts.cancel}
            </QuietButton>
            <PrimaryButton key="compare" disabled={isBusy} onClick={() => void runCompare(null)}>
              {compare.isRunning ? wizard.comparing : wizard.compare}
            </PrimaryButton>
          </>
        )
      }
    >
      {problem && (
        <p role="alert" className={dangerNote}>
          {callProblemText(problem, language)}
        </p>
      )}
      {report === null ? (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) void runCompare(null)
          }}
        >
          <p className="text-sm text-kumo-subtle">{wizard.intro}</p>
          {row !== null && <p className="font-mono text-sm wrap-anywhere">{row.name}</p>}
          {row === null && (
            <Labelled label={backupWords.label('file', language)} isRequired error={isFileMissing ? text.form.fileMissing : undefined}>
              {(control) => (
                <FileInput
                  control={{ ...control, 'data-first-focus': '' }}
                  fileName={file?.name ?? null}
                  accept=".npb"
                  onChoose={(next) => {
                    setFile(next ?? null)
                    setFileMissing(false)
                    compare.forget()
                  }}
                />
              )}
            </Labelled>
          )}
          <Field of={form} name="passphrase" help={text.form.keyOfFileHelp} />
        </form>
      ) : (
        <div className="flex flex-col gap-4">
          <RestoreDifference report={report} />
          {!isDone && (
            <>
              {report.facts.parts.length > 1 && (
                <PartChoice
                  label={wizard.parts}
                  offered={report.facts.parts}
                  chosen={chosen ?? report.facts.parts}
                  isDisabled={isBusy}
                  onChange={(next) => next.length > 0 && void runCompare(next)}
                />
              )}
              {changes && isUnknown && <UnknownMaker form={form} mayAccept={isSuper} />}
              {changes && (isSuper || !isUnknown) && (
                <form
                  noValidate
                  className="grid gap-4 border-t border-kumo-line pt-4 pad:grid-cols-2"
                  onSubmit={(event) => {
                    event.preventDefault()
                    if (!isBusy && isReady) void runRestore()
                  }}
                >
                  <SecretInput label={wizard.password} isRequired autoComplete="current-password" {...form.raw.register('password')} />
                  <TextInput label={wizard.typeIt} isRequired value={typed} onChange={(event) => setTyped(event.target.value)} />
                  <button type="submit" className="hidden" aria-hidden="true" tabIndex={-1} />
                </form>
              )}
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
