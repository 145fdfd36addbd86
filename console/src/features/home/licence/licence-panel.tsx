import { useRef, type ReactNode } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { licence } from '@nameplane/contract/home/licence'
import { limits } from '@nameplane/contract/limits'
import { noticeError, noticeSuccess } from '../../../api/notices.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import type { LicenceDetail } from './licence-detail.ts'
import { licenceMessages } from './licence.messages.ts'
import { Facts, Panel } from './panel.tsx'

/** The edition and the licence behind it; the ways to another one and to none. */
export function LicencePanel({ detail }: { detail: LicenceDetail }) {
  const text = useText(licenceMessages)
  const mayWrite = useMay('licence.write')
  const confirm = useConfirm()
  const remove = useChange(licence.remove, { invalidates: [licence.detail, domain.list], success: 'done' })
  const upload = useChange(licence.upload, { invalidates: [licence.detail], success: null })
  const chooser = useRef<HTMLInputElement>(null)
  const kept = detail.licence
  async function send(file: File | undefined) {
    if (chooser.current) chooser.current.value = ''
    if (!file) return
    if (file.size > limits.licenceFileCharacters) return noticeError(text.tooLarge, null)
    if ((await upload.run({ file: await file.text() })).isDone) noticeSuccess(text.uploaded)
  }
  return (
    <Panel title={text.edition}>
      <p className="text-lg font-medium">{detail.edition === 'community' ? text.community : detail.edition}</p>
      {kept ? <Kept licence={kept} /> : <p className="mt-1 text-kumo-subtle">{text.communityNote}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <input
          ref={chooser}
          type="file"
          accept=".json,.licence,application/json"
          aria-label={kept ? text.replace : text.upload}
          className="hidden"
          onChange={(event) => void send(event.target.files?.[0])}
        />
        <Button
          look={kept ? 'quiet' : 'primary'}
          disabled={!mayWrite || upload.isRunning}
          title={mayWrite ? undefined : text.noRight}
          onClick={() => chooser.current?.click()}
        >
          {upload.isRunning ? text.uploading : kept ? text.replace : text.upload}
        </Button>
        {kept && (
          <QuietButton
            disabled={!mayWrite}
            title={mayWrite ? undefined : text.noRight}
            onClick={() => confirm.ask({ text: text.removeAsk, confirmLabel: text.remove, isDangerous: true, act: () => remove.run({}) })}
          >
            {text.remove}
          </QuietButton>
        )}
      </div>
      {confirm.element}
    </Panel>
  )
}

function Kept({ licence: kept }: { licence: NonNullable<LicenceDetail['licence']> }) {
  const text = useText(licenceMessages)
  const language = useLanguage()
  const daysLeft = kept.expires === null ? null : Math.ceil((Date.parse(`${kept.expires}T00:00:00Z`) + 86_400_000 - Date.now()) / 86_400_000)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      text.fields.state,
      kept.problem === null ? (
        <Badge key="state" tone="good" text={text.fields.valid} />
      ) : (
        <Badge key="state" tone="bad" text={textOfProblem(kept.problem, language)} />
      ),
    ],
    [text.fields.licence, kept.licence],
    [text.fields.holder, kept.holder],
    [text.fields.issued, kept.issued],
    [
      text.fields.expires,
      kept.holder === ''
        ? ''
        : kept.expires === null || daysLeft === null
          ? text.fields.never
          : daysLeft > 0
            ? `${kept.expires} · ${text.fields.daysLeft(daysLeft)}`
            : kept.expires,
    ],
    [
      text.fields.key,
      kept.key ? (
        <span key="key" title={kept.key.fingerprint}>
          {kept.key.file}
        </span>
      ) : (
        ''
      ),
    ],
    [text.fields.uploaded, formatExactTime(kept.uploadTime)],
  ]
  return (
    <div className="mt-3">
      <Facts facts={facts.filter(([, fact]) => fact !== '')} />
      {kept.problem !== null && <p className="mt-3 rounded-md border border-kumo-line bg-kumo-danger-tint px-3 py-2">{text.enforced}</p>}
    </div>
  )
}
