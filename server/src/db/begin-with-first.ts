import pg from 'pg'

/** What of the driver's connection and query this needs; its types do not name them. */
type Wire = {
  parse(statement: { text: string; name: string; types: [] }): void
  bind(values: { portal: string; statement: string; values: []; binary: false }): void
  execute(portal: { portal: string; rows: 0 }): void
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
}
type Sending = { prepare(wire: Wire): void; handleCommandComplete(said: unknown, wire: Wire): void }

const beginning = /^(?:begin|start transaction)\b/

/**
 * Has a connection send what begins a transaction along with its first statement, as one message: if it cannot begin, the database
 * skips the statement. A transaction without a statement is none.
 */
export function beginWithFirst(client: pg.PoolClient): void {
  const driver = Object.getPrototypeOf(client) as { query: (...asked: unknown[]) => unknown }
  const query = (...asked: unknown[]): unknown => driver.query.apply(client, asked)
  const wire = (client as unknown as { connection: Wire }).connection
  let begin: string | null = null
  let begun: Promise<unknown> | null = null

  const asked = (...args: unknown[]): unknown => {
    const [first, values] = args
    const text = textOf(first)
    if (begun) return begun.then(() => query(...args))
    if (begin === null) {
      if (text === null || !beginning.test(text)) return query(...args)
      begin = text
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    const before = begin
    begin = null
    if (text === 'commit' || text === 'rollback') return Promise.resolve({ command: text.toUpperCase(), rowCount: null, rows: [] })
    const config = typeof first === 'string' ? { text: first, values } : first
    // The answer that `begin` was understood would be taken for one about a name that is new.
    if (isWithValues(config) && (config.name === undefined || wire.parsedStatements[config.name] === config.text)) return askBehind(before, config)
    begun = query(before) as Promise<unknown>
    const isOver = (): void => void (begun = null)
    begun.then(isOver, isOver)
    return begun.then(() => query(...args))
  }

  function askBehind(before: string, config: pg.QueryConfig): Promise<unknown> {
    return new Promise((settle, fail) => {
      const behind = new pg.Query(config, (error, result) => (error ? fail(error) : settle(result)))
      const sending = behind as unknown as Sending
      const prepare = sending.prepare.bind(behind)
      const complete = sending.handleCommandComplete.bind(behind)
      let hasBegun = false
      sending.prepare = (to) => {
        to.parse({ text: before, name: '', types: [] })
        to.bind({ portal: '', statement: '', values: [], binary: false })
        to.execute({ portal: '', rows: 0 })
        prepare(to)
      }
      sending.handleCommandComplete = (said, to) => {
        if (hasBegun) complete(said, to)
        hasBegun = true
      }
      query(behind)
    })
  }

  client.query = asked as pg.PoolClient['query']
}

function textOf(first: unknown): string | null {
  if (typeof first === 'string') return first
  return typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string' ? first.text : null
}

function isWithValues(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'values' in config && Array.isArray(config.values) && config.values.length > 0
}
