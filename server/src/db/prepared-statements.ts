import type pg from 'pg'
import { joinWrites } from '../joined-writes.ts'

/** Uses after which a statement counts as frequent. */
const frequentUses = 100
/** Each name is planned once in every connection and kept there. */
const mostNames = 100
/** Texts whose uses are counted at a time; when there are more, counting begins again. */
const mostTexts = 2_000
const longestText = 8_000

/**
 * Names frequent statements, so that the database parses and plans them once in a connection instead of each time. Which
 * ones they are is counted: nobody has to say it, and what is rare takes no room.
 */
export class PreparedStatements {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** The name of a statement once it is frequent. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || text.length > longestText || this.#names.size >= mostNames) return name
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses >= frequentUses) {
      this.#uses.delete(text)
      this.#names.set(text, `np_${this.#names.size}`)
      return this.#names.get(text)
    }
    if (this.#uses.size >= mostTexts) this.#uses.clear()
    this.#uses.set(text, uses)
    return undefined
  }

  /** Has a connection use the names. */
  applyTo(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const named = (...asked: unknown[]): unknown => {
      joinWrites(client.connection.stream)
      const [text, values, ...others] = asked
      const name = typeof text === 'string' && Array.isArray(values) ? this.nameOf(text) : undefined
      return name === undefined ? query(...asked) : query({ name, text, values }, ...others)
    }
    client.query = named as pg.PoolClient['query']
  }
}
