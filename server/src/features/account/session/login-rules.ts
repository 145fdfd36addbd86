import { LoginRules } from '@nameplane/contract/account/session'
import type { Db, Tx } from '../../../db/connection.ts'

/** Key of the system config record that holds the rules of signing in. */
export const loginRulesKey = 'LOGIN_CONFIG'

/** The rules as they are at this moment; read at each sign-in, so that a change acts at once in every process. */
export async function readLoginRules(db: Db): Promise<LoginRules> {
  const row = await db.selectFrom('system_config').select('param_value').where('param_key', '=', loginRulesKey).where('status', '=', 1).executeTakeFirst()
  return LoginRules.parse(row?.param_value ?? {})
}

/** Changes some of the rules and keeps members that this version does not know. */
export async function writeLoginRules(
  tx: Tx,
  changed: Partial<LoginRules>,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; id: number }> {
  const row = await tx.selectFrom('system_config').select('param_value').where('param_key', '=', loginRulesKey).forUpdate().executeTakeFirst()
  const before = row?.param_value ?? {}
  const after = { ...before, ...changed }
  LoginRules.parse(after)
  return { before, after, id: await upsertLoginRules(tx, after) }
}

/** Back to the defaults. */
export async function resetLoginRules(tx: Tx): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; id: number }> {
  const row = await tx.selectFrom('system_config').select('param_value').where('param_key', '=', loginRulesKey).forUpdate().executeTakeFirst()
  return { before: row?.param_value ?? {}, after: {}, id: await upsertLoginRules(tx, {}) }
}

async function upsertLoginRules(tx: Tx, value: Record<string, unknown>): Promise<number> {
  const param_value = JSON.stringify(value)
  const row = await tx
    .insertInto('system_config')
    .values({ param_key: loginRulesKey, remark: '登录与注册', param_value })
    .onConflict((conflict) =>
      conflict
        .column('param_key')
        .doUpdateSet((excluded) => ({ param_value, row_version: excluded('system_config.row_version', '+', 1), updated_at: new Date() })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
