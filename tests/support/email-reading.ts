import { spawnSync } from 'node:child_process'

/** A letter as another reader than ours understands it: Python's email package. */
export type ReadEmail = {
  headers: Record<string, string>
  from: { name: string; address: string }[]
  to: { name: string; address: string }[]
  subject: string
  /** Content types from the outside in. */
  types: string[]
  text: string
  html: string
  defects: string[]
}

const script = `
import sys, json, email, email.policy
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
people = lambda name: [{'name': one.display_name, 'address': one.addr_spec} for one in (message[name].addresses if message[name] else [])]
part = lambda kind: (lambda found: found.get_content() if found else '')(message.get_body((kind,)))
print(json.dumps({
  'headers': {name.lower(): str(value) for name, value in message.items()},
  'from': people('from'), 'to': people('to'), 'subject': str(message['subject']),
  'types': [one.get_content_type() for one in message.walk()],
  'text': part('plain'), 'html': part('html'),
  'defects': [repr(defect) for one in message.walk() for defect in one.defects],
}))
`

export const isPythonThere = spawnSync('python3', ['--version']).status === 0

export function readEmail(bytes: Buffer): ReadEmail {
  const run = spawnSync('python3', ['-c', script], { input: bytes, maxBuffer: 64 * 1024 * 1024 })
  if (run.status !== 0) throw new Error(run.stderr.toString())
  return JSON.parse(run.stdout.toString()) as ReadEmail
}
