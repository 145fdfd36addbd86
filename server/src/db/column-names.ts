/* How members of the contract are called in the database: in snake_case, but for those listed here. */

const columnsCalledOtherwise = {
  createTime: 'created_at',
  createtime: 'created_at',
  updateTime: 'updated_at',
  deleteTime: 'deleted_at',
  startTime: 'started_at',
  endTime: 'ended_at',
  finishTime: 'finished_at',
  expireTime: 'expires_at',
  publishTime: 'publish_at',
  lastUseTime: 'last_used_at',
  lastSignInTime: 'last_sign_in_at',
  userId: 'account_id',
} as const

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name

/** The column of a member. @example ColumnOf<'rowVersion'> is 'row_version', ColumnOf<'createTime'> is 'created_at' */
export type ColumnOf<Name extends string> = Name extends keyof typeof columnsCalledOtherwise ? (typeof columnsCalledOtherwise)[Name] : SnakeCase<Name>

export function columnOf<Name extends string>(name: Name): ColumnOf<Name> {
  const column = Object.hasOwn(columnsCalledOtherwise, name)
    ? columnsCalledOtherwise[name as unknown as keyof typeof columnsCalledOtherwise]
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return column as ColumnOf<Name>
}
