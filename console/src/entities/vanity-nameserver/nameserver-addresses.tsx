import { useState } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { vanityNameserver, type NameserverAddresses } from '@nameplane/contract/dns/vanity-nameserver'
import { problemText } from '@nameplane/contract/problem-text'
import { useCall, useChange } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ScreenLink } from '../../routing/screen-link.tsx'
import { Badge } from '../../screen-parts/badge.tsx'
import { CopyButton } from '../../screen-parts/copy/copy-button.tsx'
import { FactList } from '../../screen-parts/fact-list.tsx'
import { Failure } from '../../screen-parts/failure.tsx'
import { QuietButton } from '../../ui/button.tsx'
import { textLink } from '../../ui/classes.ts'
import { recordsPath } from '../domain/records-path.ts'
import { nameserverAddressesMessages } from './nameserver-addresses.messages.ts'

const tones = { unknown: 'neutral', correct: 'good', incomplete: 'warning', missing: 'bad', foreign: 'warning' } as const
const lookEverySeconds = 2

type Which = { readonly of: 'user' | 'domain'; readonly id: number }

/** The addresses that vanity name servers should have and those that they have, how to add what is missing, and what the registrar needs. */
export function NameserverAddressList({ of, id }: Which) {
  const text = useText(nameserverAddressesMessages)
  const [isPublishing, setPublishing] = useState(false)
  const { reply, problem, refresh } = useCall(vanityNameserver.addresses, { of, id }, isPublishing ? { everySeconds: lookEverySeconds } : {})
  if (reply && isPublishing === reply.data.isPublished) setPublishing(!reply.data.isPublished)
  const asking = useChange(vanityNameserver.addresses)
  const [asked, setAsked] = useState<readonly NameserverAddresses[]>([])
  if (problem?.isShown && !reply) return <Failure problem={problem} onRetry={() => void refresh()} />
  if (!reply) return <div aria-busy="true" className="h-32" />
  // What lies in a domain here may have changed since resolvers were asked.
  const list = reply.data.list.map((one) => (one.zone === null ? (asked.find(({ name }) => name === one.name) ?? one) : one))
  if (list.length === 0) return null
  const isOutside = list.some(({ zone }) => zone === null)
  const ask = async (): Promise<void> => {
    const outcome = await asking.run({ of, id, asks: true })
    if (outcome.isDone) setAsked(outcome.reply.data.list)
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      {isPublishing && <p role="status">{text.publishing}</p>}
      <div>
        <h3 className="font-medium">{text.title}</h3>
        <p className="text-pretty text-kumo-subtle">{text.help}</p>
      </div>
      {list.every(({ wanted }) => wanted.length === 0) && <p className="text-pretty text-np-warning">{text.noNodes}</p>}
      <ul aria-label={text.title} className="divide-y divide-kumo-hairline border-y border-kumo-hairline">
        {list.map((one) => (
          <Name key={one.name} of={one} />
        ))}
      </ul>
      {list.some(({ state }) => state === 'foreign') && <p className="text-pretty text-np-warning">{text.foreignHelp}</p>}
      <div className="flex flex-wrap gap-2">
        <AddMissing of={of} id={id} list={list} />
        {isOutside && (
          <QuietButton disabled={asking.isRunning} onClick={() => void ask()}>
            {asking.isRunning ? text.asking : text.ask}
          </QuietButton>
        )}
      </div>
      <Glue list={list} />
    </div>
  )
}

function Name({ of: { name, state, wanted, found, zone } }: { of: NameserverAddresses }) {
  const text = useText(nameserverAddressesMessages)
  const addresses = (some: readonly string[]) => (some.length === 0 ? text.none : <span className="font-mono text-xs/5">{some.join(', ')}</span>)
  return (
    <li className="flex flex-col gap-1 py-2.5 [&_dl]:gap-y-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-mono wrap-anywhere">{name}</span>
        <Badge tone={tones[state]} text={text.states[state]} />
      </p>
      <p className="wrap-anywhere text-kumo-subtle">
        {zone === null ? (
          text.outside
        ) : (
          <ScreenLink to={recordsPath({ id: zone.id, domain: zone.domain, userId: zone.userId })} className={textLink}>
            {text.inZone(zone.domain)}
          </ScreenLink>
        )}
      </p>
      <FactList
        facts={[
          [text.wanted, wanted.length === 0 ? '' : addresses(wanted)],
          [text.found, found === null ? text.notAsked : addresses(found)],
        ]}
      />
    </li>
  )
}

function AddMissing({ of, id, list }: Which & { list: readonly NameserverAddresses[] }) {
  const text = useText(nameserverAddressesMessages)
  const language = useLanguage()
  const format = useFormat()
  const mayWrite = useMay('record.write')
  const { run, isRunning } = useChange(vanityNameserver.createAddresses, { invalidates: [vanityNameserver.addresses, record.list], success: 'added' })
  const lacking = list.filter((one) => one.zone !== null && one.lacking.length > 0)
  if (lacking.length === 0) return null
  const count = (some: readonly NameserverAddresses[]) => some.reduce((sum, one) => sum + one.lacking.length, 0)
  const editable = lacking.filter((one) => one.zone!.isEditable)
  const closed = [...new Set(lacking.filter((one) => !one.zone!.isEditable).map((one) => one.zone!.domain))]
  const refusal = !mayWrite ? problemText('right_missing', language) : editable.length === 0 ? text.notEditable(format.listOf(closed)) : null
  return (
    <QuietButton refusal={refusal} disabled={isRunning} onClick={() => void run({ of, id })}>
      {isRunning ? text.adding : text.add(count(editable.length === 0 ? lacking : editable))}
    </QuietButton>
  )
}

/** What has to be entered at the registrar, by name. */
function Glue({ list }: { list: readonly NameserverAddresses[] }) {
  const text = useText(nameserverAddressesMessages)
  const lines = list.filter(({ wanted }) => wanted.length > 0).map(({ name, wanted }) => [name, ...wanted].join(' '))
  if (lines.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium">{text.glue}</h3>
      <p className="text-pretty text-kumo-subtle">{text.glueHelp}</p>
      <div className="flex items-start gap-2">
        <pre
          tabIndex={0}
          aria-label={text.glue}
          className="max-h-60 min-w-0 flex-1 overflow-auto rounded-md border border-kumo-line p-3 font-mono text-xs/5 max-pad:break-all max-pad:whitespace-pre-wrap"
        >
          {lines.join('\n')}
        </pre>
        <CopyButton text={lines.join('\n')} label={text.glue} />
      </div>
    </div>
  )
}
