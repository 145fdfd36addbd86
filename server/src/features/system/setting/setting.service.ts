import type { setting as calls } from '@nameplane/contract/system/setting'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { settingRight } from '@nameplane/contract/system/setting-groups'
import { groupOfKey, settings, settingOf } from '@nameplane/contract/system/settings'
import { canonical } from '../../../audit/audit.ts'
import { change, lockName, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { requireConfirmed } from '../../../access/confirmed-session.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import type { Members } from '../../../settings/secret-members.ts'
import { requireSettingRight } from '../../../settings/setting-access.ts'
import { insertSetting, updateSetting, type SettingFields, type SettingRow } from '../../../settings/setting-rows.ts'
import type { SettingRule, SettingState } from '../../../settings/setting-rule.ts'
import { sealSecrets } from '../../../settings/settings.ts'
import { reservedKeys } from './reserved-keys.ts'
import { changedSecrets, checkedValue, isComplete, openedValue, secretsOf, shownValue } from './setting-value.ts'
import { deleteSettings, lockSetting, readVersion } from './setting.store.ts'

type Rules = readonly SettingRule[]

/** What of a record may be sent; what is absent stays. */
type Sent = { paramValue?: Members | undefined; remark?: string | undefined; weight?: number | undefined; status?: number | undefined }

export async function saveSetting(rules: Rules, db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<SettingRow> {
  if (reservedKeys.includes(sent.paramKey)) throw new Problem('config_elsewhere')
  await requireSettingChange(db, actor, sent.paramKey)
  return change(db, actor, 'config.create', async (open) => {
    // Two first saves of one key must not both find it absent.
    await lockName(open.tx, `system_config:${sent.paramKey}`)
    const row = await lockSetting(open.tx, { key: sent.paramKey })
    if (row) return write(rules, open, row, sent)
    const fields = { param_value: storable(sent.paramKey, checkedValue(sent.paramKey, sent.paramValue, {})), ...plainFields(sent) }
    await askRules(
      rules,
      open,
      sent.paramKey,
      { value: {}, isInUse: false },
      { value: JSON.parse(fields.param_value) as Members, isInUse: fields.status === 1 },
    )
    const created = await insertSetting(open.tx, sent.paramKey, fields, actor.name)
    open.audit({ type: 'system_config', id: created.id, name: created.param_key, after: auditedState(created, {}) })
    return created
  })
}

export async function editSetting(rules: Rules, db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<SettingRow> {
  return change(db, actor, 'config.update', async (open) => {
    const row = await requireSetting(open, { id: sent.id })
    if (sent.paramKey !== undefined && sent.paramKey !== row.param_key) throw new Problem('config_key_fixed', { fields: { paramKey: 'config_key_fixed' } })
    refuseStale(sent.rowVersion, row.row_version)
    return write(rules, open, row, sent)
  })
}

/** Switches a record on or off; without a status, to the other state. */
export async function switchSetting(rules: Rules, db: Db, actor: Actor, id: number, status?: number): Promise<SettingRow> {
  const before = await db.selectFrom('system_config').select('status').where('id', '=', id).executeTakeFirst()
  const wanted = status ?? (before?.status === 1 ? 0 : 1)
  return change(db, actor, wanted === 1 ? 'config.enable' : 'config.disable', async (open) =>
    write(rules, open, await requireSetting(open, { id }), { status: wanted }),
  )
}

export async function removeSettings(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'config.delete', async (open) => {
    for (const id of new Set(ids)) {
      const row = await lockSetting(open.tx, { id })
      if (!row) throw new Problem('config_missing')
      if (settingOf(row.param_key)) throw new Problem('config_built_in', { params: { name: row.param_key } })
      open.audit({ type: 'system_config', id, name: row.param_key, before: auditedState(row) })
    }
    await deleteSettings(open.tx, ids)
  })
}

export async function restoreSetting(rules: Rules, db: Db, actor: Actor, sent: Received<typeof calls.restore>): Promise<SettingRow> {
  return change(db, actor, 'config.restore', async (open) => {
    const row = await requireSetting(open, { id: sent.id })
    refuseStale(sent.rowVersion, row.row_version)
    const version = await readVersion(open.tx, row.id, sent.versionId)
    if (!version) throw new Problem('config_version_missing')
    // Its secrets were sealed for this very place, so they are brought back as they are.
    const fields = { param_value: JSON.stringify(version.param_value), remark: version.remark, weight: version.weight, status: version.status }
    return writeFields(rules, open, row, fields, JSON.stringify(row.param_value) !== fields.param_value)
  })
}

/** A record that the actor may change, locked. @throws Problem config_missing, right_missing */
async function requireSetting({ tx, actor }: Pick<Change, 'tx' | 'actor'>, by: { id: number }): Promise<SettingRow> {
  const row = await lockSetting(tx, by)
  if (!row) throw new Problem('config_missing')
  await requireSettingChange(tx, actor, row.param_key)
  return row
}

/** Refuses a change, or a try, of a setting without its right; one that opens all others asks for a confirmed session too. */
export async function requireSettingChange(db: Db, actor: Actor, key: string): Promise<void> {
  requireSettingRight(actor.rights, key, 'write')
  await requireConfirmed(db, actor, settingRight(groupOfKey(key), 'write'))
}

const plainFields = ({ remark = '', weight = 0, status = 1 }: Sent): Omit<SettingFields, 'param_value'> => ({ remark, weight, status })

/** Sealed, as JSON; the length is that of the value itself, which is what the administrator sees. */
function storable(key: string, value: Members): string {
  if (JSON.stringify(value).length > limits.settingValueLength) throw new Problem('config_too_large')
  return JSON.stringify(sealSecrets(key, secretsOf(key), value))
}

async function write(rules: Rules, open: Change, row: SettingRow, sent: Sent): Promise<SettingRow> {
  const opened = openedValue(row.param_key, row.param_value)
  const value = sent.paramValue === undefined ? opened : checkedValue(row.param_key, sent.paramValue, opened)
  // Sealing the same secret again gives another text: an unchanged value is left as it stands.
  const isSameValue = canonical(value) === canonical(opened)
  const fields = {
    param_value: isSameValue ? JSON.stringify(row.param_value) : storable(row.param_key, value),
    ...plainFields({ remark: sent.remark ?? row.remark, weight: sent.weight ?? row.weight, status: sent.status ?? row.status }),
  }
  return writeFields(rules, open, row, fields, !isSameValue)
}

async function writeFields(rules: Rules, open: Change, row: SettingRow, fields: SettingFields, isOtherValue: boolean): Promise<SettingRow> {
  const { param_value, ...plain } = fields
  const isSame = !isOtherValue && plain.remark === row.remark && plain.weight === row.weight && plain.status === row.status
  if (isSame) {
    open.nothingChanged()
    return row
  }
  const stored = isOtherValue ? (JSON.parse(param_value) as Members) : row.param_value
  if (plain.status === 1 && row.status !== 1 && !isComplete(row.param_key, stored)) throw new Problem('config_incomplete')
  await askRules(rules, open, row.param_key, { value: row.param_value, isInUse: row.status === 1 }, { value: stored, isInUse: plain.status === 1 })
  const after = await updateSetting(open.tx, row, { ...plain, ...(isOtherValue ? { param_value } : {}) }, open.actor.name)
  open.audit({ type: 'system_config', id: row.id, name: row.param_key, before: auditedState(row), after: auditedState(after, row.param_value) })
  if (after.status === 1) await switchOffRivals(open, after)
  return after
}

async function askRules(rules: Rules, { tx }: Change, key: string, before: SettingState, after: SettingState): Promise<void> {
  for (const rule of rules) if (rule.keys.includes(key)) await rule.check(tx, key, before, after)
}

/** Of settings that exclude each other, such as several providers of one service, one is on at a time. */
async function switchOffRivals(open: Change, row: SettingRow): Promise<void> {
  const group = settingOf(row.param_key)?.exclusiveGroup
  if (!group) return
  for (const rival of settings.filter((one) => one.exclusiveGroup === group && one.key !== row.param_key)) {
    const other = await lockSetting(open.tx, { key: rival.key })
    if (!other || other.status !== 1) continue
    const after = await updateSetting(open.tx, other, { status: 0 }, open.actor.name)
    open.audit({ type: 'system_config', id: other.id, name: other.param_key, before: auditedState(other), after: auditedState(after) })
  }
}

/** A record as the audit trail keeps it, secrets masked; with what it was before, the names of those that are others now. */
function auditedState(row: SettingRow, before?: Members): Record<string, unknown> {
  const { remark, weight, status, param_key: key, param_value: value } = row
  const changed = before ? changedSecrets(key, before, value) : []
  return { remark, weight, status, value: shownValue(key, value), ...(changed.length > 0 ? { sensitiveChanged: changed } : {}) }
}
