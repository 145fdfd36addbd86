import type { CompiledQuery } from 'kysely'
import type { Tx } from './connection.ts'

/*
 * Several statements of a transaction in one go: the database answers them one after the other, but none waits here for the answer to
 * the one before. What fails first is what is thrown; the database refuses what follows it.
 */

/** Answers to the first one, and to the others. */
export async function askAll<First, Other>(tx: Tx, first: CompiledQuery<First>, others: readonly CompiledQuery<Other>[]): Promise<[First[], Other[][]]> {
  return tx.getExecutor().provideConnection(async (connection) => {
    const sent = connection.executeQuery<First>(first)
    const answers = await Promise.all([sent, Promise.all(others.map((statement) => connection.executeQuery<Other>(statement)))])
    return [answers[0].rows, answers[1].map(({ rows }) => rows)]
  })
}

/** The answer to the last one, when nobody needs those to the ones before. */
export async function answerOfLast<Row>(tx: Tx, before: readonly CompiledQuery[], last: CompiledQuery<Row>): Promise<Row[]> {
  return tx.getExecutor().provideConnection(async (connection) => {
    const sent = before.map((statement) => connection.executeQuery(statement))
    const [answer] = await Promise.all([connection.executeQuery<Row>(last), ...sent])
    return answer.rows
  })
}
