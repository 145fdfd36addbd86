import { approvalHours } from '@nameplane/contract/dns/change-set'
import { counted } from '@nameplane/contract/counted'
import { escapedHtml } from '@nameplane/contract/system/email/email-text'
import type { Right } from '@nameplane/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { linkTo, tell, tellAuthorOf, type Texts } from './set-messages.ts'

/* What those who may approve a set, and its author, are told of it. */

const right: Right = 'change_set.approve'
/** Those who can approve are people; more of them are not told. */
const mostTold = 100

function submittedTexts(id: number, author: string): Texts {
  const name = escapedHtml(author)
  return {
    zh: {
      title: `批量操作 #${id} 等待审批`,
      content: `<p>${name} 提交的批量操作 #${id} 影响较大，需要另一位管理员在 ${approvalHours} 小时内审批。</p><p>请在${linkTo(id, '批量操作记录')}中查看差异后批准或拒绝。</p>`,
    },
    en: {
      title: `Bulk operation #${id} awaits approval`,
      content: `<p>${name} submitted bulk operation #${id}. It has a large impact, and another administrator has to approve it within ${counted(approvalHours, 'hour')}.</p><p>See what it changes in the ${linkTo(id, 'bulk operation log')}, then approve or decline it.</p>`,
    },
  }
}

export type Decided = { readonly id: number; readonly state: 'approved' | 'declined' | 'expired'; readonly approver: string; readonly remark: string }

function decidedTexts({ id, state, approver, remark }: Decided): Texts {
  const by = escapedHtml(approver)
  const zh = {
    approved: `已由 ${by} 批准，将按计划执行`,
    declined: `已被 ${by} 拒绝，没有执行任何修改`,
    expired: `在 ${approvalHours} 小时内没有人审批，没有执行任何修改`,
  }
  const en = {
    approved: `was approved by ${by} and runs as planned`,
    declined: `was declined by ${by}. Nothing was changed`,
    expired: `was not approved within ${counted(approvalHours, 'hour')}. Nothing was changed`,
  }
  const titles = {
    zh: { approved: '已批准', declined: '已拒绝', expired: '已过期' },
    en: { approved: 'was approved', declined: 'was declined', expired: 'expired' },
  }
  const said = remark === '' ? '' : `<p>${escapedHtml(remark)}</p>`
  return {
    zh: { title: `批量操作 #${id} ${titles.zh[state]}`, content: `<p>${linkTo(id, `批量操作 #${id}`)} ${zh[state]}。</p>${said}` },
    en: { title: `Bulk operation #${id} ${titles.en[state]}`, content: `<p>${linkTo(id, `Bulk operation #${id}`)} ${en[state]}.</p>${said}` },
  }
}

/** Tells whoever may approve a set that it waits for them. */
export async function tellApprovers(db: Db, id: number): Promise<void> {
  const set = await db.selectFrom('change_set').select(['author_id', 'author_name']).where('id', '=', id).executeTakeFirstOrThrow()
  const approvers = await db
    .selectFrom('account')
    .select(['account.id', 'account.language'])
    .where('account.type', '=', 1)
    .where('account.status', '=', 1)
    .where('account.id', '!=', set.author_id)
    .where((of) =>
      of.or([
        of('account.is_super', '=', true),
        of.exists(
          of
            .selectFrom('account_role')
            .innerJoin('role', 'role.id', 'account_role.role_id')
            .select('role.id')
            .whereRef('account_role.account_id', '=', 'account.id')
            .where(sql<boolean>`${right} = any(role.rights)`),
        ),
      ]),
    )
    .orderBy('account.id')
    .limit(mostTold)
    .execute()
  await tell(db, approvers, submittedTexts(id, set.author_name))
}

/** Tells the author of a set what became of it, unless they are gone. */
export const tellAuthor = (db: Db, decided: Decided): Promise<void> => tellAuthorOf(db, decided.id, decidedTexts(decided))
