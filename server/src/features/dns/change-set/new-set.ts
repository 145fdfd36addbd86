import { sql } from 'kysely'
import { approvalHours, type ChangeSetKind } from '@nameplane/contract/dns/change-set'
import type { Right } from '@nameplane/contract/rights'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../db/connection.ts'

/* A set with its domains, as it is written when it is submitted. */

/** What a set is for: what was asked, in whole and in short. `undoNeeds`: the right that undoing it needs beside its own. */
export type Asked = { kind: ChangeSetKind; asked: Record<string, unknown>; summary: Record<string, unknown>; undoNeeds?: Right | undefined }

/** Records that may change in domains that pass a threshold, by their place in the set; kept with what was asked. */
export type Confirmed = Record<string, number>

type NewSet = Asked & {
  sent: { acknowledged: readonly string[]; key?: string | undefined; at?: Date | undefined }
  undoesId: number | null
  needsApproval: boolean
}

export async function insertSet(tx: Tx, actor: Actor, { kind, asked, summary, sent, undoesId, needsApproval }: NewSet): Promise<number> {
  const { id } = await tx
    .insertInto('change_set')
    .values({
      kind,
      asked: JSON.stringify(asked),
      summary: JSON.stringify(summary),
      undoes_id: undoesId,
      author_id: actor.accountId!,
      author_name: actor.name,
      token_id: actor.token?.id ?? null,
      key: sent.key ?? null,
      address: actor.address,
      agent: actor.agent,
      acknowledged: JSON.stringify(sent.acknowledged),
      ...(sent.at ? { due_at: sent.at } : {}),
      ...(needsApproval ? { state: 'awaiting' as const, approval_until: sql<Date>`now() + make_interval(hours => ${approvalHours})` } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewRow = {
  domainId: number | null
  domain: string
  ofId: number | null
  problem: string | null
  params: Record<string, unknown>
  isConfirmed: boolean
  versionPlanned: number | null
}

/** What is known to be refused has failed before anything begins. */
export async function insertRows(tx: Tx, changeSetId: number, rows: readonly NewRow[]): Promise<void> {
  await tx
    .insertInto('change_set_domain')
    .values(
      rows.map(({ domainId, domain, ofId, problem, params, isConfirmed, versionPlanned }, index) => ({
        change_set_id: changeSetId,
        position: index + 1,
        domain_id: domainId,
        domain,
        of_id: ofId,
        is_confirmed: isConfirmed,
        version_planned: versionPlanned,
        problem,
        version_before: null,
        version_after: null,
        row_version_after: null,
        ...(problem === null ? {} : { state: 'failed' as const, params: JSON.stringify(params), ended_at: new Date() }),
      })),
    )
    .execute()
}
