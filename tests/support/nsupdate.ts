import { execFile, spawnSync } from 'node:child_process'

/** nsupdate, unchanged, as tests speak with it. */
export const isNsupdateThere = spawnSync('nsupdate', ['-V']).error === undefined
if (process.env['CI'] !== undefined && !isNsupdateThere) throw new Error('nsupdate is needed in CI: install the package bind9-dnsutils')

/** What nsupdate says to these lines; empty: it is done. `words` are its own, the key among them. */
export function nsupdate(port: number, words: readonly string[], lines: readonly string[]): Promise<string> {
  return new Promise((settle) => {
    const child = execFile('nsupdate', [...words], (_, out, err) => settle(`${out}${err}`.trim()))
    child.stdin!.end([`server 127.0.0.1 ${port}`, ...lines, 'send', ''].join('\n'))
  })
}
