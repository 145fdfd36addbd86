import { mailServer, MailServer } from '@nameplane/contract/system/settings/mail-server'
import type { Db, Tx } from '../../db/connection.ts'
import { seal, SealProblem, unseal } from '../../secrets/seal.ts'
import { MailProblem } from './mail.ts'

/** Where the mail server's password is sealed for. */
const place = `system_config:${mailServer.key}:password`

async function readStored(db: Db): Promise<MailServer | null> {
  const row = await db.selectFrom('system_config').select('param_value').where('param_key', '=', mailServer.key).where('status', '=', 1).executeTakeFirst()
  const stored = MailServer.safeParse(row?.param_value ?? {})
  return stored.success ? stored.data : null
}

/** Whether a whole mail server is set up and switched on. */
export async function hasMailServer(db: Db): Promise<boolean> {
  return (await readStored(db)) !== null
}

/** The mail server with its password opened; null when none is set up, or it is switched off. @throws MailProblem when the password does not open */
export async function readMailServer(db: Db): Promise<MailServer | null> {
  const stored = await readStored(db)
  if (!stored) return null
  try {
    return { ...stored, password: unseal(stored.password, place) }
  } catch (cause) {
    if (cause instanceof SealProblem) throw new MailProblem('the password of the mail server cannot be opened with this master key', { cause })
    throw cause
  }
}

/** Stores the mail server; its password never stands there in clear. Answers the record's id. */
export async function writeMailServer(tx: Tx, server: MailServer): Promise<number> {
  const param_value = JSON.stringify({ ...server, password: seal(server.password, place) })
  const row = await tx
    .insertInto('system_config')
    .values({ param_key: mailServer.key, remark: '邮件发送服务器', param_value })
    .onConflict((conflict) =>
      conflict
        .column('param_key')
        .doUpdateSet((excluded) => ({ param_value, status: 1, row_version: excluded('system_config.row_version', '+', 1), updated_at: new Date() })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
