import { useEffect, useRef, useState, type ReactNode } from 'react'
import CertificateIcon from 'icon:certificate'
import { certificateOfFile, publicKeyInfoOf, recommendedTlsa, tlsaDataOf } from '@nameplane/dns-text/certificate'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useSaying } from '../../../../i18n/saying.ts'
import { fileChoice, useFileDrop } from '../../../../ui/file-drop.ts'
import { recordFormMessages } from './record-form.messages.ts'
import type { TypedFields } from './value-fields.ts'

type CertificateAidProps = {
  typed: TypedFields
  onTyped: (part: TypedFields) => void
  /** The fields that are filled in; a certificate may be dropped or pasted anywhere on them. */
  children: ReactNode
}

/** More than any chain of certificates; a file beyond it was chosen by mistake. */
const largestFileBytes = 1024 * 1024

async function digest(algorithm: 'SHA-256' | 'SHA-512', bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes.slice()))
}

/** Fills a TLSA record in from a certificate, within the browser; another selector or matching type is worked out anew. */
export function CertificateAid({ typed, onTyped, children }: CertificateAidProps) {
  const text = useText(recordFormMessages)
  const chooser = useRef<HTMLInputElement>(null)
  const fill = useRef(onTyped)
  const [certificate, setCertificate] = useState<{ bytes: Uint8Array; name: string | null } | null>(null)
  const [problem, setProblem] = useSaying()
  const { isOver, area } = useFileDrop((files) => void read(files))
  const { selector = '', matchingType = '' } = typed
  useEffect(() => void (fill.current = onTyped))
  useEffect(() => {
    if (!certificate) return
    let isCurrent = true
    void tlsaDataOf(certificate.bytes, { selector, matchingType }, digest).then((data) => {
      if (isCurrent && data !== null) fill.current({ certificate: data })
    })
    return () => {
      isCurrent = false
    }
  }, [certificate, selector, matchingType])

  function take(bytes: Uint8Array, name: string | null): void {
    try {
      const found = certificateOfFile(bytes)
      publicKeyInfoOf(found)
      // Browsers compute digests on pages that came by https, or from this machine, only.
      if (!globalThis.isSecureContext) return setProblem((now) => textsIn(recordFormMessages, now).certificateInsecure)
      setProblem(null)
      onTyped(recommendedTlsa)
      setCertificate({ bytes: found, name })
    } catch (error) {
      if (!(error instanceof DnsTextError)) throw error
      setProblem((now) => textOfProblem(error.code, now, error.params))
    }
  }

  async function read(files: FileList | null): Promise<void> {
    const file = files?.[0]
    if (!file) return
    try {
      if (file.size > largestFileBytes) setProblem((now) => textOfProblem('no_certificate', now, {}))
      else take(new Uint8Array(await file.arrayBuffer()), file.name)
    } catch {
      setProblem((now) => textsIn(recordFormMessages, now).certificateUnreadable)
    } finally {
      if (chooser.current) chooser.current.value = ''
    }
  }

  return (
    <div
      className="grid gap-3"
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (event.clipboardData.files.length === 0 && !pasted.includes('-----BEGIN')) return
        event.preventDefault()
        if (event.clipboardData.files.length > 0) void read(event.clipboardData.files)
        else take(new TextEncoder().encode(pasted), null)
      }}
      {...area}
    >
      <label className={`${fileChoice(isOver)} items-center gap-3 px-3 py-2.5 text-sm`}>
        <input ref={chooser} type="file" accept=".pem,.crt,.cer,.der,.cert" className="sr-only" onChange={(event) => void read(event.target.files)} />
        <CertificateIcon size={20} className="shrink-0 text-kumo-subtle" aria-hidden="true" />
        <span className="min-w-0">
          {isOver ? text.certificateDrop : <span className="text-np-accent">{text.certificateFrom}</span>}
          <span className="block text-xs text-kumo-subtle">{text.certificateHelp}</span>
        </span>
      </label>
      <p role={problem ? 'alert' : 'status'} className={`text-xs empty:hidden ${problem ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>
        {problem ?? (certificate ? text.certificateTaken(certificate.name ?? text.certificatePasted) : '')}
      </p>
      {children}
    </div>
  )
}
