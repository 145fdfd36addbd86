import type { EmailTemplate } from '@nameplane/contract/system/email/email-template'
import { emailServer, type EmailServer } from '@nameplane/contract/system/settings/email-server'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import type { Db } from '../../db/connection.ts'
import { SealProblem } from '../../secrets/seal.ts'
import { readSetting, readSettingOrDefault } from '../../settings/settings.ts'
import { EmailProblem } from './email.ts'

/** The mail server of the settings; null when none is set up, or it is switched off. @throws EmailProblem when a secret of it does not open */
export async function readEmailServer(db: Db): Promise<EmailServer | null> {
  try {
    return await readSetting(db, emailServer)
  } catch (cause) {
    if (cause instanceof SealProblem)
      throw new EmailProblem('sealed', 'a sensitive value of the mail server cannot be decrypted with this master key', { cause })
    throw cause
  }
}

/** Whether a whole mail server is set up and switched on. */
export async function hasEmailServer(db: Db): Promise<boolean> {
  return (await usableEmailServer(db)) !== null
}

async function usableEmailServer(db: Db): Promise<EmailServer | null> {
  try {
    return await readEmailServer(db)
  } catch (cause) {
    if (cause instanceof EmailProblem) return null
    throw cause
  }
}

/** What administrators wrote for letters; nothing while no mail server is set up. */
export async function readTemplates(db: Db): Promise<readonly EmailTemplate[]> {
  return (await usableEmailServer(db))?.templates ?? []
}

/** What the platform calls itself in letters. */
export async function readSiteName(db: Db): Promise<string> {
  return (await readSettingOrDefault(db, siteSettings)).basic.webName || 'Nameplane'
}
