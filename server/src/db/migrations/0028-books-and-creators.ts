import { sql, type Kysely } from 'kysely'

/**
 * The books have one currency: that of what was credited until now or, before anything was, of the recharges that were
 * begun; yuan where there is neither, or as much of two. Nothing is converted: what was credited in another currency, one
 * to one, stays in the balances and says so on its payment, for people to decide.
 *
 * Who added an account is written down from now on; of older ones nobody knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `insert into system_config (param_key, remark, status, param_value)
    select 'BOOKS', '记账币种', 1, jsonb_build_object('currency', counted.currency)
    from (
      select payment.currency, count(ledger_entry.id) as credited, count(*) as begun
      from payment left join ledger_entry on ledger_entry.payment_id = payment.id and ledger_entry.kind = 'recharge'
      where payment.purpose = 'recharge'
      group by payment.currency
      order by credited desc, begun desc, payment.currency = 'CNY' desc, payment.currency
      limit 1
    ) as counted
    on conflict do nothing`,
  `update payment set problem = 'credited one to one, the books are in ' || (books.param_value ->> 'currency')
    from system_config as books
    where books.param_key = 'BOOKS' and payment.purpose = 'recharge' and payment.currency <> books.param_value ->> 'currency'
      and exists (select from ledger_entry where ledger_entry.payment_id = payment.id and ledger_entry.kind = 'recharge')`,
  // Deferred: a restore brings users back before it brings back who has added them.
  `alter table account add column created_by bigint references account on delete set null deferrable initially deferred`,
  `create index account_created_by on account (created_by) where created_by is not null`,
]
