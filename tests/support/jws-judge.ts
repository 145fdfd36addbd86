import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/* JSON Web Signatures, judged by a program of its own in Python's standard library. */

type Members = Readonly<Record<string, string>>

/** Says whether signatures are right. `text` is what was signed, everything else base64url. */
export type JwsJudge = {
  es256(text: string, signature: string, jwk: Members): Promise<boolean>
  hs256(text: string, signature: string, key: string): Promise<boolean>
}

export type JwsProgram = JwsJudge & { thumbprint(jwk: Members): Promise<string>; close(): Promise<void> }

export function startJwsJudge(): JwsProgram {
  const child = spawn('python3', [fileURLToPath(new URL('jws-judge.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((settle) => child.once('close', settle))
  const waiting: ((answer: unknown) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)))
  const ask = <Answer>(question: object): Promise<Answer> =>
    new Promise((settle) => {
      waiting.push((answer) => settle(answer as Answer))
      child.stdin.write(`${JSON.stringify(question)}\n`)
    })
  return {
    es256: (text, signature, jwk) => ask({ kind: 'es256', text, signature, jwk }),
    hs256: (text, signature, key) => ask({ kind: 'hs256', text, signature, key }),
    thumbprint: (jwk) => ask({ kind: 'thumbprint', jwk }),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
