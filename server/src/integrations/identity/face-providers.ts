import type { FaceProviderKey } from '@nameplane/contract/account/verification'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import type { Db } from '../../db/connection.ts'
import { readSetting } from '../../settings/settings.ts'
import { alibabaFace } from './alibaba-face.ts'
import type { FaceProvider } from './face.ts'
import { tencentFace } from './tencent-face.ts'

/** A provider that is on, with what its checks cost. */
export type ReadyFace = {
  readonly name: FaceProviderKey
  readonly provider: FaceProvider
  readonly freeCount: number
  readonly feeCents: number
  /** Whether it may be given an address to call back. */
  readonly isCalledBack: boolean
}

/** The provider of a name as the settings have it now; null while it is off. @throws SealProblem */
export async function readFaceProvider(db: Db, name: FaceProviderKey): Promise<ReadyFace | null> {
  if (name === 'wechat') {
    const value = await readSetting(db, verificationWechat)
    return value && { name, provider: tencentFace(value), freeCount: value.freeCount, feeCents: value.feeCents, isCalledBack: false }
  }
  const value = await readSetting(db, verificationAli)
  return value && { name, provider: alibabaFace(value), freeCount: value.freeCount, feeCents: value.feeCents, isCalledBack: value.isCalledBack }
}
