import { execFileSync, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/*
 * Runs in a network of its own, which it joins with another by a cable: dhcpd here, dhclient there. What dhcpd sends to port 53 of the
 * loopback is told to the parent, and the parent’s answer given back. Ends with the channel to the parent, and both networks with it.
 */
const [folder, network] = process.argv.slice(2) as [string, string]
const ip = (...words: string[]): void => void execFileSync('ip', words)

ip('link', 'set', 'lo', 'up')
ip('link', 'add', 'served', 'type', 'veth', 'peer', 'name', 'client')
ip('address', 'add', `${network}.1/24`, 'dev', 'served')
ip('link', 'set', 'served', 'up')

const relay = createSocket('udp4')
relay.on('message', (query, { port }) => process.send!({ query, port }))
await new Promise<void>((settle) => relay.bind(53, '127.0.0.1', settle))

const started: ChildProcess[] = []
const start = (program: string, ...words: string[]): ChildProcessByStdio<Writable, Readable, null> => {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  child.stdout.pipe(process.stdout)
  started.push(child)
  return child
}
const file = (name: string): string => join(folder, name)
start('dhcpd', '-4', '-f', '-d', '-cf', file('dhcpd.conf'), '-lf', file('dhcpd.leases'), '-pf', file('dhcpd.pid'), 'served')

// The other network is that of this shell. It goes on once its end of the cable is there.
const words = `-4 -d -cf ${file('dhclient.conf')} -lf ${file('dhclient.leases')} -pf ${file('dhclient.pid')} -sf ${file('leased.sh')}`
const client = start(
  'unshare',
  '-n',
  'sh',
  '-c',
  `echo apart; read _; ip link set client up; dhclient ${words} client & read _; dhclient ${words} -r client; wait`,
)
await once(client.stdout, 'data')
ip('link', 'set', 'client', 'netns', String(client.pid))
client.stdin.write('\n')

process.on('message', (message: { answer: Uint8Array; port: number } | { release: true }) => {
  if ('release' in message) client.stdin.write('\n')
  else relay.send(message.answer, message.port, '127.0.0.1')
})
process.on('disconnect', () => {
  // Each with what it has started.
  for (const { pid } of started) process.kill(-pid!, 'SIGKILL')
  process.exit(0)
})
