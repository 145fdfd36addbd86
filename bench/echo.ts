/** Sends each packet back as a reply, for the bench: what a UDP socket of the runtime costs by itself. Prints its port, ends when its input ends. */
import { createSocket } from 'node:dgram'

const socket = createSocket({ type: 'udp4', lookup: (name, _options, done) => done(null, name, 4), recvBufferSize: 4 << 20, sendBufferSize: 4 << 20 })
socket.on('message', (packet, from) => {
  packet[2] = (packet[2] ?? 0) | 0x80
  socket.send(packet, from.port, from.address)
})
socket.bind(0, '127.0.0.1', () => process.stdout.write(`${socket.address().port}\n`))
process.stdin.resume().once('end', () => socket.close())
