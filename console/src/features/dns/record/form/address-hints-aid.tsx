import { useState } from 'react'
import MagicWandIcon from 'icon:magic-wand'
import { record } from '@nameplane/contract/dns/record'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useSaying } from '../../../../i18n/saying.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import type { RecordDraft } from '../tray/tray.ts'
import type { Surroundings } from '../weight/use-weight-help.ts'
import { addressesAfter, targetHostOf, withHints } from './address-hints.ts'
import { recordFormMessages } from './record-form.messages.ts'
import type { TypedFields } from './value-fields.ts'

type AddressHintsAidProps = { draft: RecordDraft; typed: TypedFields; zoneName: string; surroundings: Surroundings; onTyped: (part: TypedFields) => void }

/** Fills in the address hints of an HTTPS or SVCB record from the A and AAAA records of its target, where that is ours. */
export function AddressHintsAid({ draft, typed, zoneName, surroundings, onTyped }: AddressHintsAidProps) {
  const text = useText(recordFormMessages)
  const [done, setDone] = useSaying()
  const [problem, setProblem] = useSaying()
  const [isAsking, setAsking] = useState(false)
  const params = typed['params'] ?? ''
  const host = targetHostOf(draft.type, typed, { host: draft.host, zone: zoneName })
  const refusal = typed['priority'] === '0' ? text.hintsAlias : host === null ? text.hintsElsewhere(zoneName) : null

  async function addressesOf(target: string, type: 'A' | 'AAAA'): Promise<string[]> {
    const { domainId, tray } = surroundings
    const { data } = await call(record.list, { domainId, host: target, type, limit: 200 })
    return addressesAfter(data.list, tray, { host: target, type, line: draft.line })
  }

  async function fill(target: string): Promise<void> {
    setAsking(true)
    try {
      const [ipv4hint, ipv6hint] = await Promise.all([addressesOf(target, 'A'), addressesOf(target, 'AAAA')])
      const next = withHints(params, { ipv4hint, ipv6hint })
      setDone(null)
      setProblem(null)
      if (ipv4hint.length + ipv6hint.length === 0) setProblem((now) => textsIn(recordFormMessages, now).hintsNone(target))
      else if (next === null) setProblem((now) => textsIn(recordFormMessages, now).hintsNoList)
      else {
        onTyped({ params: next })
        setDone((now) => textsIn(recordFormMessages, now).hintsDone(ipv4hint.length, ipv6hint.length))
      }
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      if (cause.isShown) setProblem((now) => callProblemText(cause, now))
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <LinkButton
        disabled={isAsking}
        refusal={refusal}
        className="inline-flex items-center gap-1 disabled:cursor-not-allowed disabled:text-kumo-subtle disabled:no-underline"
        onClick={() => host !== null && void fill(host)}
      >
        <MagicWandIcon size={14} aria-hidden="true" />
        {text.hintsFill}
      </LinkButton>
      <span role="status" className={`text-xs ${problem !== null && refusal === null ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>
        {refusal ?? problem ?? done}
      </span>
    </div>
  )
}
