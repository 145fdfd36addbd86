import { sql, type Kysely } from 'kysely'

/** The pages that one right over the whole configuration covered, as their rights are called from here on. */
const pages = [
  ['/system/config/site/', 'site'],
  ['/system/config/other-url', 'site'],
  ['/system/config/payment/', 'payment'],
  ['/system/config/verification/', 'verification'],
  ['/system/config/email/', 'email'],
  ['/system/config/sms', 'sms'],
  ['/system/config/wechat-code', 'wechat'],
  ['/system/config/ssl', 'ssl'],
  ['/system/config/login', 'login'],
  ['/system/config/node', 'node'],
  ['/system/config/answering', 'node'],
  ['/system/config/ns-check', 'ns_check'],
  ['/system/config/statistics', 'statistics'],
  ['/system/config/backup/settings', 'backup'],
] as const
const groups = [...new Set(pages.map(([, group]) => group)), 'custom'] as const

/** What each right becomes: whoever holds it may do what they could. */
const successors: readonly (readonly [right: string, becomes: readonly string[]])[] = [
  ['config.read', ['config_overview.read', ...groups.map((group) => `config_${group}.read`)]],
  ['config.write', [...groups.map((group) => `config_${group}.write`), 'config_custom.delete']],
  ...['api_token', 'backup', 'node_install', 'schedule'].map((noun) => [`${noun}.write`, [`${noun}.write`, `${noun}.delete`]] as const),
]

/** Rights of the configuration by page, and deleting apart from adding: roles, API tokens and rows of the menu follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [right, becomes] of successors)
    for (const [table, column] of [
      ['role', 'rights'],
      ['api_token', 'scopes'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = array_remove(${sql.ref(column)}, ${right}) || ${[...becomes]}::text[]
        where ${right} = any(${sql.ref(column)})`.execute(db)
  for (const verb of ['read', 'write'] as const) {
    for (const [page, group] of pages) await moveRows(db, `config.${verb}`, `config_${group}.${verb}`, page)
    // The overview, and rows that administrators added for addresses of their own.
    await moveRows(db, `config.${verb}`, verb === 'read' ? 'config_overview.read' : 'config_custom.write', '')
  }
}

/** Gives rows of the menu another right, those of a page and its buttons. A row of the platform keeps its page wherever it was moved, and its key names the right. */
async function moveRows(db: Kysely<unknown>, from: string, to: string, page: string): Promise<void> {
  const path = sql`coalesce(split_part(seed_key, ' ', 2), (select page.path from menu as page where menu.kind = 'button' and page.id = menu.parent_id), path)`
  await sql`update menu set "right" = ${to}, seed_key = replace(seed_key, ${` ${from}`}, ${` ${to}`})
    where "right" = ${from} and starts_with(${path}, ${page})`.execute(db)
}
