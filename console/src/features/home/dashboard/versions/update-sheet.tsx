import { useState, type FormEvent, type ReactNode } from 'react'
import type { Reply } from '@nameplane/contract/endpoint'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { update } from '@nameplane/contract/home/update'
import { noticeSuccess } from '../../../../api/notices.ts'
import { callProblemText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { cutInTheMiddle, formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Labelled } from '../../../../screen-parts/form/labelled.tsx'
import { FileInput } from '../../../../screen-parts/form/file-input.tsx'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { CopyableCommand } from '../copyable-command.tsx'
import { versionsMessages } from './versions.messages.ts'

type Status = Reply<typeof update.status>['data']

const partNames = ['manifest', 'signature', 'archive'] as const

/** What is kept of an update, whose keys are trusted, and the way to upload and verify one. */
export function UpdateSheet({ status, refresh, onClose }: { status: Status; refresh: () => Promise<void>; onClose: () => void }) {
  const text = useText(versionsMessages)
  const language = useLanguage()
  const format = useFormat()
  const mayUpdate = status.keyFolder !== null
  return (
    <Drawer title={text.sheet} closeText={text.close} width={480} onClose={onClose}>
      <div className="space-y-6 px-5 py-4 text-sm">
        <p className="text-kumo-subtle">{text.about}</p>
        <p>
          <span className="mr-2 text-kumo-subtle">{text.current}</span>
          <span className="tabular-nums">{status.currentVersion}</span>
        </p>
        {status.refusal && (
          <div role="status" className="rounded-md border border-kumo-line bg-kumo-danger-tint px-3 py-2">
            <p className="text-kumo-danger">{textOfProblem(status.refusal.problem, language)}</p>
            <p className="mt-0.5 text-kumo-subtle" title={formatExactTime(status.refusal.time)}>
              {text.refusedAt(format.relativeTime(status.refusal.time))}
            </p>
          </div>
        )}
        {status.archive && <KeptArchive status={status} archive={status.archive} mayUpdate={mayUpdate} refresh={refresh} />}
        {mayUpdate && <UploadForm refresh={refresh} />}
        <Keys status={status} />
      </div>
    </Drawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </section>
  )
}

function KeptArchive({
  status,
  archive,
  mayUpdate,
  refresh,
}: {
  status: Status
  archive: NonNullable<Status['archive']>
  mayUpdate: boolean
  refresh: () => Promise<void>
}) {
  const text = useText(versionsMessages)
  const format = useFormat()
  const verifying = useChange(update.verify, { invalidates: [update.status, dashboard.chart], success: null })
  async function verify() {
    const outcome = await verifying.run({})
    if (outcome.isDone) noticeSuccess(text.verified)
    else await refresh()
  }
  return (
    <Part title={text.kept}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&_dt]:text-kumo-subtle">
        <dt>{text.product}</dt>
        <dd className="tabular-nums">{archive.version}</dd>
        <dt>{text.size}</dt>
        <dd>{format.bytes(archive.bytes)}</dd>
        <dt>SHA-256</dt>
        <dd className="font-mono text-xs leading-5" title={archive.sha256}>
          {cutInTheMiddle(archive.sha256, 40)}
        </dd>
        <dt>{text.key}</dt>
        <dd className="font-mono text-xs leading-5">{archive.key}</dd>
        <dt>{text.uploadedAt}</dt>
        <dd>{formatExactTime(archive.uploadTime)}</dd>
        <dt>{text.verifiedAt}</dt>
        <dd>{archive.verifyTime === null ? text.notVerified : formatExactTime(archive.verifyTime)}</dd>
      </dl>
      {mayUpdate && status.state === 'uploaded' && (
        <PrimaryButton className="mt-3" disabled={verifying.isRunning} onClick={() => void verify()}>
          {verifying.isRunning ? text.verifying : text.verify}
        </PrimaryButton>
      )}
      {status.state === 'ready' && archive.path !== null && status.installFolder !== null && (
        <div className="mt-4">
          <h4 className="mb-2 font-medium">{text.nextTitle}</h4>
          <ol className="list-decimal space-y-2 pl-5 marker:text-kumo-subtle">
            <li>{text.next[0]}</li>
            <li>{text.next[1]}</li>
            <li>
              {text.next[2]}
              <div className="mt-1">
                <CopyableCommand command={`tar -xzf ${shellWord(archive.path)} -C ${shellWord(status.installFolder)}`} />
              </div>
            </li>
            <li>
              {text.next[3]}
              <div className="mt-1">
                <CopyableCommand command={`cd ${shellWord(status.installFolder)} && npm start`} />
              </div>
            </li>
          </ol>
        </div>
      )}
    </Part>
  )
}

/** A path as a POSIX shell takes it for one word. */
function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function UploadForm({ refresh }: { refresh: () => Promise<void> }) {
  const text = useText(versionsMessages)
  const language = useLanguage()
  const uploading = useChange(update.upload, { invalidates: [update.status, dashboard.chart], success: null, shownIn: 'form' })
  const [files, setFiles] = useState<Partial<Record<(typeof partNames)[number], File>>>({})
  const [isTried, setTried] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    const { manifest, signature, archive } = files
    if (!manifest || !signature || !archive) return
    const outcome = await uploading.run({ manifest, signature, archive })
    if (!outcome.isDone) return refresh()
    form.reset()
    setFiles({})
    setTried(false)
    noticeSuccess(text.uploaded)
  }

  return (
    <Part title={text.upload}>
      <form className="space-y-3" onSubmit={(event) => void submit(event)} noValidate>
        {partNames.map((name) => {
          const isMissing = isTried && !files[name]
          return (
            <Labelled key={name} label={text.parts[name]} error={isMissing ? text.partMissing : undefined}>
              {(control) => (
                <FileInput control={control} fileName={files[name]?.name ?? null} onChoose={(file) => setFiles((before) => ({ ...before, [name]: file }))} />
              )}
            </Labelled>
          )
        })}
        {uploading.problem && (
          <p role="alert" className="text-kumo-danger">
            {callProblemText(uploading.problem, language)}
          </p>
        )}
        <QuietButton type="submit" disabled={uploading.isRunning}>
          {uploading.isRunning ? text.sending : text.send}
        </QuietButton>
      </form>
    </Part>
  )
}

function Keys({ status }: { status: Status }) {
  const text = useText(versionsMessages)
  const isAnyUsable = status.keys.some((key) => key.unusable === null)
  return (
    <Part title={text.keys}>
      {status.keys.length > 0 && (
        <ul className="mb-3 space-y-2">
          {status.keys.map((key) => (
            <li key={key.file} className="rounded-md border border-kumo-line px-3 py-2">
              <p className="font-mono text-xs break-all">{key.file}</p>
              {key.unusable === null ? (
                <p className="mt-1 text-kumo-subtle">
                  {text.fingerprint}
                  <span className="mt-0.5 block font-mono text-xs break-all text-kumo-default">{key.fingerprint}</span>
                </p>
              ) : (
                <p className="mt-1 text-kumo-danger">{text.unusable[key.unusable]}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {status.keyFolder !== null && (
        <>
          <p className="mb-2 text-kumo-subtle">{isAnyUsable ? text.moreKeys : text.noKeys}</p>
          <CopyableCommand command={status.keyFolder} />
        </>
      )}
    </Part>
  )
}
