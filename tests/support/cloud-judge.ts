import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FakeCall } from './fake-outside.ts'

/* Signatures of Tencent Cloud, Alibaba Cloud and Huawei Cloud, judged by a program of its own in Python's standard library. */

export const isPythonThere = spawnSync('python3', ['--version']).status === 0
if (!isPythonThere && process.env['CI'] !== undefined) throw new Error('python3 is needed in CI: install the package python3')

/** What a cloud knows when it judges a call. */
export type CloudSide = {
  readonly vendor: 'tencent' | 'alibaba' | 'huawei'
  readonly host: string
  /** Huawei Cloud has paths instead. */
  readonly action?: string
  readonly version?: string
  /** Secrets by the id of their key. */
  readonly keys: Readonly<Record<string, string>>
  /** Tencent's short name of the product. */
  readonly service?: string
  readonly regions?: readonly string[]
}

export type CloudJudge = {
  /** The vendor's code, or null for a call it would answer; `without` names a check that is left out. */
  judge(side: CloudSide, call: FakeCall, circumstances?: { now?: number; nonces?: readonly string[]; without?: string }): Promise<string | null>
  close(): Promise<void>
}

/** Resolves once Python can judge: a vendor that is silent as long as that takes is another case. */
export async function startCloudJudge(): Promise<CloudJudge> {
  const child = spawn('python3', [fileURLToPath(new URL('cloud-signatures.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((settle) => child.once('close', settle))
  const waiting: ((answer: string | null) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.((JSON.parse(line) as { error: string | null }).error))
  await new Promise((settle) => waiting.push(settle))
  return {
    judge: (side, call, { now = Math.floor(Date.now() / 1000), nonces = [], without } = {}) =>
      new Promise((settle) => {
        waiting.push(settle)
        const { method, path, rawQuery: query, headers } = call
        child.stdin.write(
          `${JSON.stringify({ service: '', regions: [], action: '', version: '', ...side, method, path, query, headers, body: call.body.toString('base64'), now, nonces, without })}\n`,
        )
      }),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
