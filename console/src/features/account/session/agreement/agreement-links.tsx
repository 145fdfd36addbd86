import { useEffect, useState } from 'react'
import { call } from '../../../../api/client.ts'
import { agreementCall, useSite, type AgreementKind } from '../../../../entities/site/site.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { defineMessages, useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { RichTextView } from '../../../../screen-parts/rich-text/rich-text-view.tsx'
import { LinkButton } from '../../../../ui/button.tsx'

const agreementMessages = defineMessages({
  zh: {
    lead: '登录即表示同意',
    and: '和',
    names: { service: '《服务协议》', privacy: '《隐私政策》' },
    titles: { service: '服务协议', privacy: '隐私政策' },
    loading: '正在加载…',
    failed: '加载失败，请稍后重试',
  },
  en: {
    lead: 'By signing in you agree to the',
    and: 'and the',
    names: { service: 'terms of service', privacy: 'privacy policy' },
    titles: { service: 'Terms of service', privacy: 'Privacy policy' },
    loading: 'Loading…',
    failed: 'Failed to load. Try again later.',
  },
})

/** Says what signing in agrees to, and shows it. */
export function AgreementLinks() {
  const text = useText(agreementMessages)
  const language = useLanguage()
  const { agreements } = useSite()
  const [open, setOpen] = useState<AgreementKind | null>(null)
  const gap = language === 'zh' ? '' : ' '
  return (
    <>
      <p className="text-center text-xs leading-5 text-kumo-subtle">
        {text.lead}
        {agreements.map((kind, index) => (
          <span key={kind}>
            {gap}
            {index > 0 && `${text.and}${gap}`}
            <LinkButton onClick={() => setOpen(kind)}>{text.names[kind]}</LinkButton>
          </span>
        ))}
      </p>
      {open && <AgreementDialog kind={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function AgreementDialog({ kind, onClose }: { kind: AgreementKind; onClose: () => void }) {
  const text = useText(agreementMessages)
  const language = useLanguage()
  const [html, setHtml] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    call(agreementCall, { kind }).then(
      ({ data }) => isCurrent && setHtml(data[language]),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [kind, language])
  return (
    <Dialog title={text.titles[kind]} width="wide" onClose={onClose}>
      <div className="text-left text-base text-kumo-default">
        {html === null ? <p role="status">{hasFailed ? text.failed : text.loading}</p> : <RichTextView html={html} />}
      </div>
    </Dialog>
  )
}
