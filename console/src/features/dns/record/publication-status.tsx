import { useEffect, useState } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { useCall } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { recordMessages } from './record.messages.ts'

const askEverySeconds = 0.2
/** After this long the page asks only now and then: something is wrong that waiting does not mend soon. */
const eagerMs = 15_000
const patientSeconds = 10

/** Where the newest saved state is live, from the queries that verified it. `serial` is the one that was just saved, if any. */
export function PublicationStatus({ domainId, serial }: { domainId: number; serial: number | null }) {
  const text = useText(recordMessages).live
  const format = useFormat()
  const [isSettled, setSettled] = useState(false)
  const [isEager, setEager] = useState(true)
  const { reply, refresh } = useCall(record.publication, { domainId }, isSettled ? {} : { everySeconds: isEager ? askEverySeconds : patientSeconds })
  const nodes = reply?.data.nodes ?? []
  const isCurrent = reply !== undefined && (serial === null || reply.data.serial >= serial)
  const live = nodes.filter((node) => node.isLive)
  const isLive = isCurrent && live.length === nodes.length

  useEffect(() => {
    setSettled(false)
    setEager(true)
    void refresh()
    const timer = setTimeout(() => setEager(false), eagerMs)
    return () => clearTimeout(timer)
  }, [serial, refresh])
  useEffect(() => setSettled(isLive), [isLive])

  if (reply === undefined) return null
  const problem = nodes.find((node) => !node.isLive && node.problem !== null)
  const slowest = Math.max(0, ...nodes.map((node) => node.milliseconds ?? 0))
  const state =
    nodes.length === 0
      ? text.noNode
      : isLive
        ? text.done(nodes.length, format.elapsed(slowest))
        : problem
          ? text.problem(problem.name, problem.problem!)
          : text.waiting(isCurrent ? live.length : 0, nodes.length)
  const dot = nodes.length === 0 || problem ? 'bg-kumo-warning' : isLive ? 'bg-kumo-success' : 'bg-kumo-brand'
  return (
    <p role="status" data-publication={isLive ? 'live' : 'waiting'} className="flex items-center gap-1.5 text-sm text-kumo-subtle">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      {state}
    </p>
  )
}
