import type { Language } from '@nameplane/contract/problems'
import type { user as calls } from '@nameplane/contract/account/user'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Cell } from '../../../spreadsheet/cell.ts'

type UserRow = Answered<typeof calls.list>['data']['list'][number]

/** A column of users in a file: the words over it, what stands in it, and whether an import reads it. */
type UserFileColumn = { name: string; zh: string; en: string; isRead: boolean; cell?: (row: UserRow) => Cell }

/** The columns of users in files. An import knows them by any of their three names; passwords are read and never written. */
export const userFileColumns: readonly UserFileColumn[] = [
  { name: 'username', zh: '用户名', en: 'Username', isRead: true, cell: (row) => row.username },
  { name: 'password', zh: '密码', en: 'Password', isRead: true },
  { name: 'type', zh: '类型', en: 'Type', isRead: true, cell: (row) => row.type },
  { name: 'email', zh: '邮箱', en: 'Email address', isRead: true, cell: (row) => row.email },
  { name: 'mobile', zh: '手机号', en: 'Phone number', isRead: true, cell: (row) => row.mobile },
  { name: 'status', zh: '状态', en: 'Status', isRead: true, cell: (row) => row.status },
  { name: 'verified', zh: '已实名', en: 'Verified', isRead: true, cell: (row) => row.verified },
  { name: 'tags', zh: '标签', en: 'Tags', isRead: true, cell: (row) => row.tags.join(',') },
  { name: 'remark', zh: '备注', en: 'Remark', isRead: true, cell: (row) => row.remark },
  { name: 'language', zh: '语言', en: 'Language', isRead: true, cell: (row) => row.language },
  { name: 'balanceCents', zh: '余额（分）', en: 'Balance (cents)', isRead: false, cell: (row) => row.balanceCents },
  { name: 'currency', zh: '币种', en: 'Currency', isRead: false, cell: (row) => row.currency },
  { name: 'domainCount', zh: '域名数', en: 'Domains', isRead: false, cell: (row) => row.domainCount },
  { name: 'lastSignInTime', zh: '最近登录', en: 'Last sign-in', isRead: false, cell: (row) => momentText(row.lastSignInTime) },
  { name: 'createTime', zh: '创建时间', en: 'Created', isRead: false, cell: (row) => momentText(row.createTime) },
]

function momentText(moment: Date | null): Cell {
  return moment && moment.toISOString()
}

const exported = userFileColumns.flatMap((column) => (column.cell ? [{ ...column, cell: column.cell }] : []))

export const exportHeader = (language: Language): string[] => exported.map((column) => column[language])

export const exportCells = (row: UserRow): Cell[] => exported.map((column) => column.cell(row))

/** The column that a header cell names; undefined when none does. */
export function columnNamed(header: string): UserFileColumn | undefined {
  const wanted = header.trim().toLowerCase()
  return userFileColumns.find((column) => [column.name, column.zh, column.en].some((name) => name.toLowerCase() === wanted))
}
