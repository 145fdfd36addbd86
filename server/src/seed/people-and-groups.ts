import type { Tx } from '../db/connection.ts'

const givenNames = ['chen', 'lin', 'wang', 'zhao', 'mei', 'rosa', 'ivan', 'noor', 'omar', 'sara', 'tomo', 'yuki']

/** Ordinary users that own domains. Nobody knows a password of theirs: an empty hash fits none. */
export async function insertOwners(tx: Tx, count: number): Promise<number[]> {
  const usernames = Array.from({ length: count }, (_, index) => `${givenNames[index % givenNames.length]!}-${String(index + 1).padStart(4, '0')}`)
  const rows = await tx
    .insertInto('account')
    .values(usernames.map((username) => ({ username, type: 2, password_hash: '', language: null })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Further service groups; answers the default group's id first. */
export async function insertServiceGroups(tx: Tx, count: number): Promise<number[]> {
  const { id } = await tx.selectFrom('service_group').select('id').where('is_default', '=', true).executeTakeFirstOrThrow()
  const names = ['anycast', 'east', 'west', 'north', 'south'].slice(0, count)
  const rows =
    names.length === 0
      ? []
      : await tx
          .insertInto('service_group')
          .values(
            names.map((name, index) => ({
              name,
              weight: index + 1,
              mname: `ns1.${name}.nameplane.example`,
              rname: 'hostmaster.nameplane.example',
              nameservers: [1, 2, 3].map((number) => `ns${number}.${name}.nameplane.example`),
            })),
          )
          .returning('id')
          .execute()
  return [id, ...rows.map((row) => row.id)]
}
