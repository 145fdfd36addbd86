import { createSocket, type RemoteInfo } from 'node:dgram'
import { decodeMessage, encodeMessage } from '@nameplane/dns-text/message'

type Question = { readonly name: string; readonly type: string }
/** What is said to one question: values of the type that was asked for, that there is no such name, that it failed, or nothing at all. */
export type SaidToQuestion = { readonly values: readonly string[]; readonly ttlSeconds: number } | 'nxdomain' | 'servfail' | 'silence'

/** What a resolver of a test says of a name: its name servers, that there is none, that it failed, or nothing at all. */
export type Said = readonly string[] | 'nxdomain' | 'servfail' | 'silence'

/** A resolver on the loopback that answers NS and DS queries as it is told to, and for the root as the Internet does. */
export type LoopbackResolver = {
  readonly address: string
  say(name: string, said: Said): void
  sayDs(name: string, ds: readonly string[]): void
  readonly asked: string[]
  stop(): Promise<void>
}

/**
 * Listens on the loopback and answers each question as `sayTo` says, which is given names in lower case without a final dot, the root as `.`.
 * @param isAuthoritative whether it is a name server that has what it is asked for
 * @returns its address with its port, and how to stop it
 */
export async function startResolver(
  sayTo: (question: Question) => SaidToQuestion | Promise<SaidToQuestion>,
  isAuthoritative = false,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const socket = createSocket('udp4')
  let isOpen = true
  const answerTo = async (bytes: Buffer, from: RemoteInfo): Promise<void> => {
    const query = decodeMessage(bytes)
    const { name, type } = query.questions[0]!
    const said = await sayTo({ name: name === '.' ? '.' : name.replace(/\.$/, '').toLowerCase(), type })
    if (said === 'silence' || !isOpen) return
    const { values, ttlSeconds } = typeof said === 'string' ? { values: [], ttlSeconds: 0 } : said
    const answer = encodeMessage({
      ...query,
      isResponse: true,
      isAuthoritative,
      recursionAvailable: !isAuthoritative,
      rcode: said === 'nxdomain' ? 3 : said === 'servfail' ? 2 : 0,
      answers: values.map((value) => ({ name, type, classCode: 1, ttlSeconds, value })),
      authorities: [],
      additionals: [],
    })
    socket.send(answer, from.port, from.address)
  }
  socket.on('message', (bytes, from) => void answerTo(bytes, from))
  await new Promise<void>((settle) => socket.bind(0, '127.0.0.1', settle))
  const stop = (): Promise<void> => {
    isOpen = false
    return new Promise((settle) => socket.close(settle))
  }
  return { address: `127.0.0.1:${socket.address().port}`, stop }
}

export async function startLoopbackResolver(): Promise<LoopbackResolver> {
  const sayings = new Map<string, Said>([['.', ['a.root-servers.example.', 'b.root-servers.example.']]])
  const asked: string[] = []
  const signers = new Map<string, readonly string[]>()
  const resolver = await startResolver(({ name, type }) => {
    if (type === 'DS') return { values: signers.get(name) ?? [], ttlSeconds: 60 }
    asked.push(name)
    const said = sayings.get(name) ?? 'nxdomain'
    return typeof said === 'string' ? said : { values: said.map((value) => (value.endsWith('.') ? value : `${value}.`)), ttlSeconds: 60 }
  })
  return { ...resolver, say: (name, said) => void sayings.set(name, said), sayDs: (name, ds) => void signers.set(name, ds), asked }
}
