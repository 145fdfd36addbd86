import { createSocket } from 'node:dgram'
import { decodeMessage, encodeMessage } from '@nameplane/dns-text/message'

/** What a resolver of a test says of a name: its addresses of both kinds, that there is none, that it failed, or nothing at all. */
export type SaidOfAddresses =
  | { readonly A?: readonly string[] | 'servfail'; readonly AAAA?: readonly string[] | 'servfail'; readonly ttlSeconds?: number }
  | 'nxdomain'
  | 'servfail'
  | 'silence'

export type AddressResolver = {
  readonly address: string
  say(name: string, said: SaidOfAddresses): void
  /** How often it was asked about a name. */
  timesAsked(name: string): number
  stop(): Promise<void>
}

/** A resolver on the loopback that answers questions for addresses as it is told to; of all other names it says that there is none. */
export async function startAddressResolver(): Promise<AddressResolver> {
  const sayings = new Map<string, SaidOfAddresses>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => {
    const query = decodeMessage(bytes)
    const question = query.questions[0]!
    const name = question.name.replace(/\.$/, '').toLowerCase()
    if (question.type === 'A') asked.push(name)
    const said = sayings.get(name) ?? 'nxdomain'
    if (said === 'silence') return
    const ofType = typeof said === 'string' ? said : question.type === 'A' || question.type === 'AAAA' ? (said[question.type] ?? []) : []
    const values = typeof ofType === 'string' ? [] : ofType
    const ttlSeconds = typeof said === 'string' ? 0 : (said.ttlSeconds ?? 60)
    const answer = encodeMessage({
      ...query,
      isResponse: true,
      recursionAvailable: true,
      rcode: ofType === 'nxdomain' ? 3 : ofType === 'servfail' ? 2 : 0,
      answers: values.map((value) => ({ name: question.name, type: question.type, classCode: 1, ttlSeconds, value })),
      authorities: [],
      additionals: [],
    })
    socket.send(answer, from.port, from.address)
  })
  await new Promise<void>((settle) => socket.bind(0, '127.0.0.1', settle))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    say: (name, said) => void sayings.set(name, said),
    timesAsked: (name) => asked.filter((one) => one === name).length,
    stop: () => new Promise((settle) => socket.close(settle)),
  }
}
