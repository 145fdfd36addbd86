import { user as calls, type ImportLine } from '@nameplane/contract/account/user'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { readInput } from '@nameplane/contract/issues'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import { change, lockName } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { listedFields, Problem } from '../../../problem.ts'
import { readCsv } from '../../../spreadsheet/csv.ts'
import { insertAccount, takenAmong } from '../account/account.store.ts'
import { hashPassword } from '../session/password.ts'
import { columnNamed } from './user-table.ts'
import { foldCase } from '../../../db/fold-case.ts'

type NewUser = Received<typeof calls.save>
type Line = { line: number; values: Record<string, string> }
type ReadLine = { line: number; user: NewUser; password: string }

/**
 * Reads a CSV and adds its users: all of them or, with `skipRefused`, those whose lines are right. A user without a
 * password cannot sign in before one is set.
 */
export async function importUsers(db: Db, actor: Actor, sent: Received<typeof calls.import>): Promise<Answered<typeof calls.import>['data']> {
  const { lines, unknownColumns } = linesOf(sent.text)
  const refused: ImportLine[] = []
  const right: ReadLine[] = []
  for (const line of lines) {
    const read = readLine(line)
    if ('problems' in read) refused.push(read)
    else right.push(read)
  }
  const accepted = await refuseTakenLines(db, right, refused)
  if (sent.dryRun) return { accepted: accepted.length, imported: 0, ...toldOf(refused), unknownColumns }
  if (refused.length > 0 && !sent.skipRefused) throw refusalOf(refused)
  const hashes = await Promise.all(accepted.map(async ({ password }) => (password === '' ? '' : hashPassword(password))))
  const imported = await change(db, actor, 'user.import', async ({ tx, audit, nothingChanged }) => {
    await lockName(tx, 'account names')
    // Somebody may have taken a name since the lines were checked.
    const late: ImportLine[] = []
    const free = await refuseTakenLines(tx, accepted, late)
    if (late.length > 0 && !sent.skipRefused) throw refusalOf(late)
    refused.push(...late)
    for (const row of free) {
      const { passwordAgain: _, password: __, ...set } = row.user
      const id = await insertAccount(tx, { ...set, resetDue: sent.resetDue }, hashes[accepted.indexOf(row)]!, actor.accountId)
      audit({ type: 'user', id, name: set.username, after: { ...set, resetDue: sent.resetDue } })
    }
    if (free.length === 0) nothingChanged()
    return free.length
  })
  return { accepted: accepted.length, imported, ...toldOf(refused), unknownColumns }
}

/** The first of the refused lines, and how many there are. */
function toldOf(lines: ImportLine[]): { refused: ImportLine[]; refusedCount: number } {
  const inOrder = lines.toSorted((one, other) => one.line - other.line)
  return { refused: inOrder.slice(0, listedFields), refusedCount: lines.length }
}

function refusalOf(lines: ImportLine[]): Problem {
  const { refused, refusedCount } = toldOf(lines)
  return new Problem('accounts_refused', { params: { count: refusedCount, refused } })
}

function linesOf(text: string): { lines: Line[]; unknownColumns: string[] } {
  // The header, and one line more than there may be.
  const [header = [], ...rows] = readCsv(Buffer.from(text.replace(/^\ufeff/, '')), limits.accountImportLines + 2)
  const columns = header.map((name) => columnNamed(name))
  if (!columns.some((column) => column?.name === 'username')) throw new Problem('account_import_unreadable', { fields: { text: 'account_import_unreadable' } })
  if (rows.filter((cells) => cells.some((cell) => cell !== '')).length > limits.accountImportLines)
    throw new Problem('account_import_too_many', { params: { maximum: limits.accountImportLines }, fields: { text: 'account_import_too_many' } })
  const lines = rows
    .map((cells, index) => ({
      line: index + 2,
      values: Object.fromEntries(
        columns.flatMap((column, at): [string, string][] => {
          const value = cells[at]?.trim() ?? ''
          return column?.isRead && value !== '' ? [[column.name, value]] : []
        }),
      ),
    }))
    .filter(({ values }) => Object.keys(values).length > 0)
  return { lines, unknownColumns: header.filter((name, at) => !columns[at] && name.trim() !== '').slice(0, 50) }
}

// A line may leave its password out; the rule of the form cannot, so that a stand-in is checked instead.
const standIn = 'none'

function readLine({ line, values }: Line): ReadLine | ImportLine {
  const read = readInput(calls.save.input, { ...values, password: values['password'] ?? standIn })
  if (read.isRight) return { line, user: read.value, password: values['password'] ?? '' }
  const refusal: ImportLine = { line, username: values['username'] ?? '', problems: {}, params: {} }
  for (const issue of read.issues) {
    const field = issue.path[0] ?? 'username'
    refusal.problems[field] ??= issue.code
    refusal.params[field] ??= { ...issue.params }
  }
  return refusal
}

/** The lines whose names, addresses and numbers nobody has, neither an account nor a line above; the others join `refused`. */
async function refuseTakenLines(db: Db, lines: readonly ReadLine[], refused: ImportLine[]): Promise<ReadLine[]> {
  const taken = await takenAmong(
    db,
    { usernames: lines.map((line) => line.user.username), emails: lines.map((line) => line.user.email), mobiles: lines.map((line) => line.user.mobile) },
    null,
  )
  return lines.filter(({ line, user }) => {
    const own = { usernames: foldCase(user.username), emails: foldCase(user.email), mobiles: user.mobile }
    const problems: Record<string, ProblemCode> = {}
    if (taken.usernames.has(own.usernames)) problems['username'] = 'username_taken'
    if (own.emails !== '' && taken.emails.has(own.emails)) problems['email'] = 'email_taken'
    if (own.mobiles !== '' && taken.mobiles.has(own.mobiles)) problems['mobile'] = 'mobile_taken'
    if (Object.keys(problems).length > 0) {
      refused.push({ line, username: user.username, problems, params: {} })
      return false
    }
    taken.usernames.add(own.usernames)
    taken.emails.add(own.emails)
    taken.mobiles.add(own.mobiles)
    return true
  })
}
