import { execFile, spawnSync } from 'node:child_process'

export const isDigThere = spawnSync('dig', ['-v']).error === undefined

export type Dug = {
  readonly status: string
  readonly flags: string
  /** The values of the answer's records. */
  readonly values: readonly string[]
  /** As dig says it: `good`, `echoed`, `bad` … ; null without one. */
  readonly cookie: string | null
  readonly nsid: string | null
  readonly text: string
}

/** Asks the name server on this port of the loopback once, as an operator would by hand. Null when it does not answer. */
export function dig(port: number, ...words: readonly string[]): Promise<Dug | null> {
  return new Promise((settle, fail) => {
    execFile('dig', ['-r', '@127.0.0.1', '-p', String(port), '+tries=1', '+time=1', ...words], (error, text) => {
      // 9: nobody answered.
      if (error?.code === 9) settle(null)
      else if (error) fail(new Error(text, { cause: error }))
      else settle(read(text))
    })
  })
}

function read(text: string): Dug {
  // Of several tries of one question the last counts.
  const found = (pattern: RegExp): string | null => [...text.matchAll(pattern)].at(-1)?.[1] ?? null
  const answers = /;; ANSWER SECTION:\n((?:[^;\n].*\n)+)/.exec(text)?.[1] ?? ''
  return {
    status: found(/status: (\w+)/g) ?? '',
    flags: found(/;; flags: ([a-z ]*);/g) ?? '',
    values: answers
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(/\s+/).slice(4).join(' ')),
    cookie: found(/; COOKIE: [0-9a-f]+ \((\w+)\)/g),
    nsid: found(/; NSID: (?:[0-9a-f]{2} )+\("(.*)"\)/g),
    text,
  }
}
