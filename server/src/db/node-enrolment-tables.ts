import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/** Leave for one node to enrol, and the node that did. */
export type NodeEnrolmentTable = {
  id: Generated<number>
  name: string
  kind: string
  token_hash: ColumnType<Buffer, Buffer, never>
  created_by: number
  created_at: Timestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
  used_address: Generated<string>
  node_id: number | null
  api_token_id: number | null
}

declare module './tables.ts' {
  interface Tables {
    node_enrolment: NodeEnrolmentTable
  }
}
