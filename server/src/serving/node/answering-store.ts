import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { defaultRules, type AnsweringRules } from './answering-rules.ts'

const format = 1

/** How a node answers, beside its zones on its disk: started by itself it answers as before. */
export class AnsweringStore {
  readonly #path: string
  readonly #onFault: (fault: unknown) => void
  #kept = ''

  /** @param onFault told of a file that cannot be read or written; the node goes on */
  constructor(path: string, onFault: (fault: unknown) => void) {
    this.#path = path
    this.#onFault = onFault
  }

  /** Null when there are none, or not as they were written: the control plane gives them again. */
  read(): AnsweringRules | null {
    try {
      const text = readFileSync(this.#path, 'utf8')
      const json = text.slice(9, -1)
      if (text !== lineOf(json)) throw new Error(`${this.#path} is damaged. The rules are asked for again.`)
      const { rules, format: written } = JSON.parse(json) as { format: number; rules: AnsweringRules }
      if (written !== format) throw new Error(`${this.#path} is of another version. The rules are asked for again.`)
      this.#kept = text
      // Written by an earlier release, it lacks what that did not know.
      return { ...defaultRules, ...rules }
    } catch (fault) {
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')) this.#onFault(fault)
      return null
    }
  }

  keep(rules: AnsweringRules): void {
    const text = lineOf(JSON.stringify({ format, rules }))
    if (text === this.#kept) return
    try {
      // Another process may be about to take our place.
      const fresh = `${this.#path}.${process.pid}`
      writeFileSync(fresh, text, { mode: 0o600 })
      renameSync(fresh, this.#path)
      this.#kept = text
    } catch (fault) {
      this.#onFault(fault)
    }
  }
}

function lineOf(json: string): string {
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}
