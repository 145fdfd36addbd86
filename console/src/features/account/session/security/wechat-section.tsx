import { useCallback, useEffect, useRef, useState } from 'react'
import { wechat } from '@nameplane/contract/account/wechat'
import type { Reply } from '@nameplane/contract/endpoint'
import { call } from '../../../../api/client.ts'
import { useCall, useChange } from '../../../../api/queries.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { useScanStanding } from '../wechat/use-scan-standing.ts'
import { CodeField } from './code-field.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Section } from './section.tsx'
import { securityWords } from './security.messages.ts'
import { wechatSectionMessages } from './wechat-section.messages.ts'

type Scan = NonNullable<Reply<typeof wechat.bindBegin>['data']['scan']>

/** The caller's WeChat; nothing at all while signing in by it is off and none is bound. */
export function WechatSection() {
  const text = useText(wechatSectionMessages)
  const format = useFormat()
  const { reply } = useCall(wechat.binding, {})
  const [action, setAction] = useState<'bind' | 'unbind' | null>(null)
  const isCancelled = useReturnFromWechat()
  if (!reply || (reply.data.way === null && reply.data.binding === null)) return null
  const { way, binding } = reply.data
  return (
    <Section title={text.title} help={text.help}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-kumo-hairline px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="flex flex-wrap items-center gap-x-3 font-medium">
            {text.own}
            <span className="text-sm font-normal">
              <Badge tone={binding ? 'good' : 'neutral'} text={binding ? text.bound : text.unbound} />
            </span>
          </h3>
          <p className="mt-0.5 text-sm text-kumo-subtle">
            {binding
              ? `${text.since(formatExactTime(binding.createTime))} · ${binding.lastUseTime === null ? text.neverUsed : text.lastUsed(format.relativeTime(binding.lastUseTime))}`
              : text.bindHelp}
          </p>
          {binding && way === null && <p className="mt-0.5 text-sm text-kumo-subtle">{text.off}</p>}
          {isCancelled && !binding && (
            <p role="alert" className="mt-0.5 text-sm text-kumo-danger">
              {text.cancelled}
            </p>
          )}
        </div>
        <QuietButton aria-label={binding ? text.unbindWechat : text.bindWechat} onClick={() => setAction(binding ? 'unbind' : 'bind')}>
          {binding ? text.unbind : text.bind}
        </QuietButton>
      </div>
      {action === 'bind' && <BindWechat onClose={() => setAction(null)} />}
      {action === 'unbind' && <UnbindWechat onClose={() => setAction(null)} />}
    </Section>
  )
}

/** Binds what WeChat's page has sent the browser back with; answers whether somebody did not agree there. */
function useReturnFromWechat(): boolean {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const bind = useChange(wechat.bind, { invalidates: [wechat.binding], success: 'done' })
  const [isCancelled, setCancelled] = useState(false)
  const taken = useRef('')
  const { state, code } = search
  useEffect(() => {
    if (state === undefined || taken.current === state) return
    taken.current = state
    // The code must not stay in the address.
    setSearch({ state: null, code: null })
    if (code === undefined || code === '') setCancelled(true)
    else void bind.run({ state, code })
  }, [state, code, setSearch, bind])
  return isCancelled
}

function BindWechat({ onClose }: { onClose: () => void }) {
  const text = useText(wechatSectionMessages)
  const [scan, setScan] = useState<Scan | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const form = useAddForm(wechat.bindBegin, {
    words: securityWords,
    invalidates: [],
    success: null,
    onDone({ data: { scan: next } }) {
      if (next === null) return onClose()
      if (next.way === 'account') return setScan(next)
      setLeaving(true)
      location.assign(next.url)
    },
  })
  if (scan) return <ScanAndConfirm scan={scan} onClose={onClose} />
  return (
    <PasswordDialog
      title={text.bindWechat}
      help={text.bindDialogHelp}
      submitLabel={text.next}
      form={{ ...form, isRunning: form.isRunning || isLeaving }}
      onClose={onClose}
    />
  )
}

/** The code of the official account, and the digits that it has sent. */
function ScanAndConfirm({ scan, onClose }: { scan: Scan; onClose: () => void }) {
  const text = useText(wechatSectionMessages)
  const { state } = scan
  const form = useAddForm(wechat.bind, { words: securityWords, values: { state }, invalidates: [wechat.binding], success: 'done', onDone: onClose })
  const standing = useScanStanding(useCallback(async (signal) => (await call(wechat.bindState, { state }, { signal })).data.state, [state]))
  return (
    <FieldsDialog title={text.bindWechat} form={{ ...form, isDirty: false }} submitLabel={text.bind} onClose={onClose}>
      {standing === 'expired' ? (
        <p role="alert">{text.expired}</p>
      ) : standing === 'waiting' ? (
        <>
          <p>{text.scan}</p>
          <QrCode content={scan.url} label={text.qrCode} />
        </>
      ) : (
        <p role="status">{text.scanned}</p>
      )}
      <CodeField form={form} label={text.code} />
    </FieldsDialog>
  )
}

function UnbindWechat({ onClose }: { onClose: () => void }) {
  const text = useText(wechatSectionMessages)
  const form = useAddForm(wechat.unbind, { words: securityWords, invalidates: [wechat.binding], success: 'done', onDone: onClose })
  return <PasswordDialog title={text.unbindWechat} help={text.unbindHelp} submitLabel={text.unbind} form={form} onClose={onClose} />
}
