import type { TestApp } from './app.ts'

/** What the audit trail says of one thing, in the order in which it happened. */
export async function trailOf({ db }: Pick<TestApp, 'db'>, type: string, id: number) {
  return db
    .selectFrom('audit_entry')
    .select(['id', 'action', 'target_name', 'before', 'after'])
    .where('target_type', '=', type)
    .where('target_id', '=', id)
    .orderBy('id')
    .execute()
}
