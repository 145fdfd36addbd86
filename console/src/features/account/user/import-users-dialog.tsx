import { useState } from 'react'
import { user } from '@nameplane/contract/account/user'
import type { Reply } from '@nameplane/contract/endpoint'
import { isProblemCode, problemText } from '@nameplane/contract/problem-text'
import { noticeSuccess } from '../../../api/notices.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { decodeFile } from '../../../browser/file-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { useSaying } from '../../../i18n/saying.ts'
import { listOf } from '../../../i18n/format.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../screen-parts/dialog/use-leaving.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Labelled } from '../../../screen-parts/form/labelled.tsx'
import { FileInput } from '../../../screen-parts/form/file-input.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { dangerNote } from '../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { userMessages, userWords } from './user.messages.ts'

type Preview = Reply<typeof user.import>['data']

/** Users from a CSV file: chosen or pasted, looked at line by line, then imported. A refusal leaves the text as it is. */
export function ImportUsersDialog({ onClose }: { onClose: () => void }) {
  const text = useText(userMessages).importer
  const parts = useText(partsMessages)
  const language = useLanguage()
  const [content, setContent] = useState('')
  const [resetDue, setResetDue] = useState(true)
  const [skipRefused, setSkipRefused] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [missing, setMissing] = useSaying()
  const [isTyped, setTyped] = useState(false)
  const checking = useChange(user.import, { shownIn: 'form' })
  const importing = useChange(user.import, { invalidates: [user.list, user.tags, user.names], success: null, shownIn: 'form' })
  const isBusy = checking.isRunning || importing.isRunning
  const problem = importing.problem ?? checking.problem

  async function read(file: File | undefined) {
    if (!file) return
    try {
      setContent(decodeFile(new Uint8Array(await file.arrayBuffer())).text)
      setTyped(false)
      setMissing(null)
    } catch {
      // The browser says no more than that: moved, locked or without permission.
      setMissing((now) => textsIn(userMessages, now).importer.unreadable)
    }
  }
  function type(next: string) {
    setContent(next)
    setTyped(true)
    setMissing(null)
  }
  async function check() {
    if (content.trim() === '') return setMissing((now) => textsIn(userMessages, now).importer.empty)
    const outcome = await checking.run({ text: content, dryRun: true })
    if (outcome.isDone) setPreview(outcome.reply.data)
  }
  async function run() {
    const outcome = await importing.run({ text: content, resetDue, skipRefused })
    if (!outcome.isDone) return
    noticeSuccess(text.done(outcome.reply.data.imported))
    onClose()
  }

  // A file can be chosen again; what was typed cannot.
  const { leave, question } = useLeaving({ isDirty: isTyped && content.trim() !== '', isRunning: importing.isRunning, onClose })
  const isBlocked = preview !== null && preview.refusedCount > 0 && !skipRefused
  return (
    <Dialog
      title={text.title}
      width="wide"
      onClose={leave}
      footer={
        preview === null ? (
          <>
            <QuietButton key="cancel" onClick={leave}>
              {parts.cancel}
            </QuietButton>
            <PrimaryButton key="preview" disabled={isBusy} onClick={() => void check()}>
              {text.preview}
            </PrimaryButton>
          </>
        ) : (
          <>
            {isBlocked && <span className="mr-auto min-w-0 text-sm text-kumo-danger max-pad:basis-full">{text.blocked}</span>}
            <QuietButton key="back" disabled={importing.isRunning} onClick={() => (setPreview(null), importing.forget())}>
              {text.back}
            </QuietButton>
            <PrimaryButton
              key="import"
              disabled={isBusy}
              refusal={isBusy ? null : isBlocked ? text.blocked : preview.accepted === 0 ? parts.reasons.noChanges : null}
              onClick={() => void run()}
            >
              {importing.isRunning ? parts.running : text.run(preview.accepted)}
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
      {preview === null ? (
        <Source content={content} error={missing} onRead={(file) => void read(file)} onChange={type}>
          <CheckBox label={text.resetDue} checked={resetDue} onChange={(event) => setResetDue(event.target.checked)} />
        </Source>
      ) : (
        <PreviewOf preview={preview} skipRefused={skipRefused} onSkip={setSkipRefused} />
      )}
      {question}
    </Dialog>
  )
}

type SourceProps = {
  content: string
  error: string | null
  onRead: (file: File | undefined) => void
  onChange: (content: string) => void
  children: React.ReactNode
}

function Source({ content, error, onRead, onChange, children }: SourceProps) {
  const text = useText(userMessages).importer
  const [fileName, setFileName] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <Labelled label={text.choose}>
        {(control) => (
          <FileInput
            control={control}
            fileName={fileName}
            accept=".csv,text/csv,text/plain"
            onChoose={(file) => {
              setFileName(file?.name ?? null)
              onRead(file)
            }}
          />
        )}
      </Labelled>
      <Labelled label={text.orPaste} help={text.help} error={error ?? undefined}>
        {(control) => (
          <textarea
            {...control}
            rows={8}
            spellCheck={false}
            wrap="off"
            placeholder={'username,email,mobile,tags\nwang.fang,wang@example.net,13800138000,"vip,trial"'}
            className={`${textField} h-auto resize-y py-1.5 font-mono text-sm`}
            value={content}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Labelled>
      {children}
    </div>
  )
}

function PreviewOf({ preview, skipRefused, onSkip }: { preview: Preview; skipRefused: boolean; onSkip: (skips: boolean) => void }) {
  const text = useText(userMessages).importer
  const language = useLanguage()
  const nameOf = (field: string): string => userWords.label(field, language)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base">
        <span className="font-medium">{text.accepted(preview.accepted)}</span>
        {preview.refusedCount > 0 && <span className="ml-3 font-medium text-kumo-danger">{text.refused(preview.refusedCount)}</span>}
      </p>
      {preview.unknownColumns.length > 0 && <p className="text-sm text-kumo-subtle">{text.unknown(listOf(preview.unknownColumns, language))}</p>}
      {preview.refused.length > 0 && (
        <>
          <CheckBox label={text.skip} checked={skipRefused} onChange={(event) => onSkip(event.target.checked)} />
          <ScrollRegion label={text.problem} className="max-h-80 overflow-auto rounded-md border border-kumo-line">
            <table className="w-full text-sm">
              <thead className="sticky top-0 bg-kumo-recessed text-left text-kumo-subtle">
                <tr>
                  <th className="px-3 py-1.5 font-medium whitespace-nowrap">{text.line}</th>
                  <th className="px-3 py-1.5 font-medium whitespace-nowrap">{userWords.label('username', language)}</th>
                  <th className="px-3 py-1.5 font-medium">{text.problem}</th>
                </tr>
              </thead>
              <tbody>
                {preview.refused.map((line) => (
                  <tr key={line.line} className="border-t border-kumo-line">
                    <td className="px-3 py-1.5 align-top tabular-nums">{line.line}</td>
                    <td className="min-w-24 px-3 py-1.5 align-top">{line.username}</td>
                    <td className="px-3 py-1.5">
                      {Object.entries(line.problems).map(([field, code]) => (
                        <div key={field}>
                          <span className="text-kumo-subtle">{nameOf(field)}</span>{' '}
                          {isProblemCode(code) ? problemText(code, language, line.params[field]) : code}
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {preview.refused.length < preview.refusedCount && (
            <p className="text-sm text-kumo-subtle">{text.unlisted(preview.refused.length, preview.refusedCount - preview.refused.length)}</p>
          )}
        </>
      )}
    </div>
  )
}
