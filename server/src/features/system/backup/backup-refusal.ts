import type { BackupProblemCode } from '@nameplane/contract/system/backup-problems'

/** Why a backup is refused: what an administrator reads is the problem's text. */
export class BackupRefusal extends Error {
  readonly code: BackupProblemCode
  readonly params: Record<string, unknown>

  constructor(code: BackupProblemCode, params: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
