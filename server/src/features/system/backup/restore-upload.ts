import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { limits } from '@nameplane/contract/limits'
import { RestoreRequest } from '@nameplane/contract/system/backup'
import { Problem } from '../../../problem.ts'
import { validated } from '../../../http/validate.ts'
import { asProblem } from './backup.service.ts'

/** What a restore was sent: its fields, and the file in a private folder when one came. */
export type RestoreUpload = { fields: RestoreRequest; path: string | null }

/** Takes the parts of a restore; the file lies under a name of ours until the work is done. @throws Problem */
export async function withRestoreUpload<Result>(
  request: FastifyRequest,
  folder: string,
  sent: unknown,
  work: (upload: RestoreUpload) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return work({ fields: validated(RestoreRequest, sent), path: null })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `upload_${randomBytes(12).toString('hex')}`)
  const fields: Record<string, unknown> = {}
  let hasFile = false
  try {
    await asProblem(async () => {
      const parts = request.parts({ limits: { fileSize: limits.backupUploadBytes + 1, files: 4, fields: 20, parts: 24, headerPairs: 20, fieldSize: 4096 } })
      for await (const part of parts) {
        if (part.type !== 'file') fields[part.fieldname] = part.value
        else if (part.fieldname === 'file' && !hasFile) {
          hasFile = true
          await pipeline(part.file, atMost(limits.backupUploadBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        } else part.file.resume()
      }
    })
    const { name: _name, ...others } = validated(RestoreRequest, fields)
    if (!hasFile) throw new Problem('backup_file_missing', { fields: { file: 'backup_file_missing' } })
    return await work({ fields: others, path })
  } finally {
    await rm(path, { force: true })
  }
}

function atMost(maximum: number): Transform {
  let bytes = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      if (bytes > maximum) done(new Problem('backup_too_large'))
      else done(null, part)
    },
  })
}
