import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import type { TestApp } from './app.ts'

/** A token that no node has used, and a node that waits to be enabled. */
export type FixtureEnrolments = { enrolmentToken: string; enrolmentId: number }

export async function makeFixtureEnrolments({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string): Promise<FixtureEnrolments> {
  // Those of earlier worlds would fill the list of open ones.
  await db.deleteFrom('node_enrolment').where('used_at', 'is', null).execute()
  // So would the tries of a sweep that sends wrong tokens shut the next world out.
  await db.deleteFrom('sign_in_failure').where('subject', 'like', 'enrol:%').execute()
  const { data: open } = await call(nodeEnrolment.save, { name: `open ${name}` })
  const { data: used } = await call(nodeEnrolment.save, { name: `used ${name}` })
  await call(nodeEnrolment.enrol, { token: used.token })
  return { enrolmentToken: open.token, enrolmentId: used.id }
}
