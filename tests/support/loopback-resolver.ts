import { createSocket } from 'node:dgram'
import { decodeMessage, encodeMessage } from '@nameplane/dns-text/message'

/** What a resolver of a test says of a name: its name servers, that there is none, that it failed, or nothing at all. */
export type Said = readonly string[] | 'nxdomain' | 'servfail' | 'silence'

/** A resolver on the loopback that answers NS queries as it is told to, and for the root as the Internet does. */
export type LoopbackResolver = { readonly address: string; say(name: string, said: Said): void; readonly asked: string[]; stop(): Promise<void> }

export async function startLoopbackResolver(): Promise<LoopbackResolver> {
  const sayings = new Map<string, Said>([['.', ['a.root-servers.example.', 'b.root-servers.example.']]])
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (bytes, fake) => {
    const query = decodeMessage(bytes)
    const question = query.questions[0]!
    const name = question.name === '.' ? '.' : question.name.replace(/\.$/, '').toLowerCase()
    asked.push(name)
    const said = sayings.get(name) ?? 'nxdomain'
    if (said === 'silence') return
    const names = typeof said === 'string' ? [] : said
    const answer = encodeMessage({
      ...query,
      isResponse: true,
      recursionAvailable: true,
      rcode: said === 'nxdomain' ? 3 : said === 'servfail' ? 2 : 0,
      answers: names.map((value) => ({ name: question.name, type: 'NS', classCode: 1, ttlSeconds: 60, value: value.endsWith('.') ? value : `${value}.` })),
      authorities: [],
      additionals: [],
    })
    socket.send(answer, fake.port, fake.address)
  })
  await new Promise<void>((settle) => socket.bind(0, '127.0.0.1', settle))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    say: (name, said) => void sayings.set(name, said),
    asked,
    stop: () => new Promise((settle) => socket.close(settle)),
  }
}
