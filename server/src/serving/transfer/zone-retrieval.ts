import type { DnsMessage, MessageRecord } from '@nameplane/dns-text/message'
import { askPrimary, type Primary, type PrimaryTimes } from './primary-connection.ts'
import { TransferProblem } from './transfer-problem.ts'

/** What is read of a zone at most; the signal ends it. */
export type RetrievalBounds = { readonly records: number; readonly bytes: number; readonly signal: AbortSignal; readonly times?: PrimaryTimes }

const classIn = 1

/**
 * Transfers a zone whole from a name server (AXFR, RFC 5936). Records are given as they come, the SOA first and once: they count once this
 * has returned, since only then the last signature is good.
 * @param zone in lower case, without its final dot
 * @throws TransferProblem
 */
export async function retrieveZone(
  primary: Primary,
  zone: string,
  { records: mostRecords, bytes: mostBytes, signal, times }: RetrievalBounds,
  take: (records: readonly MessageRecord[]) => void,
): Promise<void> {
  let first: MessageRecord | null = null
  let [records, bytes] = [0, 0]
  for await (const { message, bytes: size, isSettled } of askPrimary(primary, { zone, type: 'AXFR', signal, ...(times === undefined ? {} : { times }) })) {
    refuseOtherQuestion(message, zone, first === null)
    const { answers } = message
    bytes += size
    records += answers.length
    if (bytes > mostBytes || records > mostRecords) throw new TransferProblem('too-large')
    // Another message without a record would keep the connection for ever.
    if (answers.length === 0) throw new TransferProblem('unreadable', 'empty-message')
    if (answers.some(({ classCode }) => classCode !== classIn)) throw new TransferProblem('unreadable', 'other-class')
    const begins = first === null
    first ??= soaOf(answers[0]!, zone)
    const end = answers.findIndex((record, index) => record.type === 'SOA' && !(begins && index === 0))
    if (end === -1) {
      take(answers)
      continue
    }
    // The zone ends with the SOA that it began with; anything behind it, or another one within, is no zone.
    const last = soaOf(answers[end]!, zone)
    if (end !== answers.length - 1 || last.value !== first.value) throw new TransferProblem('unreadable', 'other-soa')
    if (!isSettled) throw new TransferProblem('unsigned', 'BADSIG')
    take(answers.slice(0, end))
    return
  }
}

/** The serial of the zone on a name server. @throws TransferProblem */
export async function askSerial(primary: Primary, zone: string, signal: AbortSignal): Promise<number> {
  for await (const { message, isSettled } of askPrimary(primary, { zone, type: 'SOA', signal })) {
    if (!isSettled) throw new TransferProblem('unsigned', 'BADSIG')
    // One that does not have the zone itself may say what others said long ago.
    const [record] = message.answers
    if (!message.isAuthoritative || record === undefined) throw new TransferProblem('zone-missing', 'no-authority')
    return Number(soaOf(record, zone).value.split(' ')[2])
  }
  throw new TransferProblem('unreachable', 'closed')
}

function refuseOtherQuestion({ questions }: DnsMessage, zone: string, isFirst: boolean): void {
  // RFC 5936 §2.2.1: messages after the first may leave it out.
  if (questions.length === 0 && !isFirst) return
  const [question] = questions
  if (questions.length !== 1 || question!.type !== 'AXFR' || question!.name.toLowerCase() !== `${zone}.`)
    throw new TransferProblem('unreadable', 'other-question')
}

function soaOf(record: MessageRecord, zone: string): MessageRecord {
  if (record.type !== 'SOA' || record.name.toLowerCase() !== `${zone}.`) throw new TransferProblem('unreadable', 'no-soa')
  return record
}
