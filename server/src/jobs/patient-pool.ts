import type { Pool, PoolClient } from 'pg'
import { isDatabaseLost } from '../lost-database.ts'

/** What the queue tries again after, with growing pauses. */
const retriedCode = 'EHOSTUNREACH'

/**
 * The pool as the job queue has to see it. The queue notes in the background what became of a run, where nobody hears of a failure, so one
 * would end the process. It tries again after few codes only, and those of a database that was killed are not among them: they get one.
 */
export function patientPool(pool: Pool): Pool {
  return shadowed(pool, {
    // Who listens gives a function, and tries again by itself.
    connect: (told?: Parameters<Pool['connect']>[0]) => (told ? pool.connect(told) : patient(pool.connect()).then(patientClient)),
  })
}

function patientClient(client: PoolClient): PoolClient {
  const query = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>
  return shadowed(client, { query: (...sent: unknown[]) => patient(query(...sent)) })
}

async function patient<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw isDatabaseLost(error) ? Object.assign(new Error(String(error), { cause: error }), { code: retriedCode }) : error
  }
}

/** An object with these members instead of its own. */
function shadowed<Whole extends object>(whole: Whole, members: Readonly<Record<string, unknown>>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (typeof name === 'string' && name in members) return members[name]
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
