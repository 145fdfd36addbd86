import type { setting as calls } from '@nameplane/contract/system/setting'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { settingClasses } from '@nameplane/contract/system/setting-declaration'
import { settingOf, settings } from '@nameplane/contract/system/settings'
import { answeredValue, changedSecrets, isComplete, shownValue } from './setting-value.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Right } from '@nameplane/contract/rights'
import { maySetting, readableSettings } from '../../../settings/setting-access.ts'
import type { SettingRow } from '../../../settings/setting-rows.ts'
import { reservedKeys } from './reserved-keys.ts'

type ListQuery = Received<typeof calls.list>
type Shown = Answered<typeof calls.info>['config']

/** A record as a reply shows it. */
export function shown(row: SettingRow): Shown {
  return {
    id: row.id,
    paramKey: row.param_key,
    remark: row.remark,
    paramValue: JSON.stringify(answeredValue(row.param_key, row.param_value)),
    weight: row.weight,
    status: row.status,
    isSetting: settingOf(row.param_key) !== undefined,
    isComplete: isComplete(row.param_key, row.param_value),
    updateTime: row.updated_at,
    updatedBy: row.updated_by,
    rowVersion: row.row_version,
    testedTime: row.tested_at,
    isTestPassed: row.is_test_passed,
    testMessage: row.test_message,
  }
}

/** The records that may be seen by who holds these rights. */
function selectReadable(db: Db, held: ReadonlySet<Right>) {
  const { keys, otherThan } = readableSettings(held)
  return db
    .selectFrom('system_config')
    .where('param_key', 'not in', reservedKeys)
    .where((row) =>
      row.or([...(keys.length > 0 ? [row('param_key', 'in', keys)] : []), ...(otherThan === null ? [] : [row('param_key', 'not in', otherThan)])]),
    )
}

export async function listSettings(db: Db, held: ReadonlySet<Right>, query: ListQuery): Promise<Answered<typeof calls.list>['page']> {
  let records = selectReadable(db, held)
  if (query.paramKey) records = records.where('param_key', 'ilike', containing(query.paramKey))
  if (query.remark) records = records.where('remark', 'ilike', containing(query.remark))
  if (query.status) records = records.where('status', '=', Number(query.status))
  const sort = { paramKey: 'param_key', updateTime: 'updated_at' } as const
  const { list, totalCount } = await pageOf(db, records.selectAll(), { sort, otherwise: 'id', tieBreak: ['id', 'asc'] }, query)
  return { list: list.map(shown), totalCount, pageSize: query.limit, currPage: query.page, totalPage: Math.ceil(totalCount / query.limit) }
}

/** Every setting that may be seen with how it stands, in the order of their kinds. */
export async function overviewOfSettings(db: Db, held: ReadonlySet<Right>): Promise<Answered<typeof calls.overview>['data']> {
  const rows = new Map((await db.selectFrom('system_config').selectAll().execute()).map((row) => [row.param_key, row]))
  const classes = Object.keys(settingClasses)
  return settings
    .toSorted((one, other) => classes.indexOf(one.class) - classes.indexOf(other.class))
    .flatMap((setting) => {
      const row = rows.get(setting.key)
      if (!row || !maySetting(held, setting.key, 'read')) return []
      return [
        {
          paramKey: setting.key,
          paramClass: setting.class,
          ...setting.remark,
          screen: setting.screen,
          status: row.status,
          isFilledIn: Object.keys(row.param_value).length > 0,
          isComplete: isComplete(setting.key, row.param_value),
          isTestable: setting.isTestable,
          testedTime: row.tested_at,
          isTestPassed: row.is_test_passed,
          testMessage: row.test_message,
          updateTime: row.updated_at,
          updatedBy: row.updated_by,
        },
      ]
    })
}

export async function readSettingRow(db: Db, by: { id: number } | { key: string }): Promise<SettingRow | undefined> {
  return db
    .selectFrom('system_config')
    .selectAll()
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('param_key', '=', by.key)))
    .where('param_key', 'not in', reservedKeys)
    .executeTakeFirst()
}

/** The same, nobody else changing it meanwhile. */
export async function lockSetting(tx: Tx, by: { id: number } | { key: string }): Promise<SettingRow | undefined> {
  return tx
    .selectFrom('system_config')
    .selectAll()
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('param_key', '=', by.key)))
    .where('param_key', 'not in', reservedKeys)
    .forUpdate()
    .executeTakeFirst()
}

export async function readSettingsInUse(db: Db, held: ReadonlySet<Right>): Promise<SettingRow[]> {
  return selectReadable(db, held).selectAll().where('status', '=', 1).orderBy('param_key').execute()
}

export async function listVersions(
  db: Db,
  row: SettingRow,
  query: Pick<Received<typeof calls.history>, 'page' | 'limit'>,
): Promise<Answered<typeof calls.history>['data']> {
  const versions = db.selectFrom('system_config_version').where('config_id', '=', row.id)
  const { list, totalCount } = await pageOf(db, versions.selectAll(), { otherwise: 'id', tieBreak: 'id' }, { ...query, order: 'desc' })
  const first = list.at(-1)
  const earlier = first && (await versions.where('id', '<', first.id).select('param_value').orderBy('id', 'desc').limit(1).executeTakeFirst())
  const states = [...list.map((one) => one.param_value), earlier?.param_value ?? {}]
  return {
    list: list.map((one, index) => ({
      id: one.id,
      rowVersion: one.row_version,
      saveTime: one.saved_at,
      savedBy: one.saved_by,
      paramValue: JSON.stringify(shownValue(row.param_key, one.param_value)),
      remark: one.remark,
      weight: one.weight,
      status: one.status,
      sensitiveChanged: changedSecrets(row.param_key, states[index + 1]!, one.param_value),
    })),
    totalCount,
  }
}

export async function readVersion(db: Db, settingId: number, id: number) {
  return db.selectFrom('system_config_version').selectAll().where('config_id', '=', settingId).where('id', '=', id).executeTakeFirst()
}

export async function deleteSettings(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('system_config').where('id', 'in', ids).execute()
}

/** Notes how a try of the saved state went. */
export async function noteTest(tx: Tx, row: SettingRow, isPassed: boolean, message: string): Promise<void> {
  await tx
    .updateTable('system_config')
    .set({ tested_at: new Date(), is_test_passed: isPassed, test_message: message })
    .where('id', '=', row.id)
    .where('row_version', '=', row.row_version)
    .execute()
}
