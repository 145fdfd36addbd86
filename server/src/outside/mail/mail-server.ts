import type { LetterTemplate } from '@nameplane/contract/system/mail/letter-template'
import { mailServer, type MailServer } from '@nameplane/contract/system/settings/mail-server'
import { siteConfig } from '@nameplane/contract/system/settings/site'
import type { Db } from '../../db/connection.ts'
import { SealProblem } from '../../secrets/seal.ts'
import { readSetting, readSettingOrDefault } from '../../settings/settings.ts'
import { MailProblem } from './mail.ts'

/** The mail server of the settings; null when none is set up, or it is switched off. @throws MailProblem when a secret of it does not open */
export async function readMailServer(db: Db): Promise<MailServer | null> {
  try {
    return await readSetting(db, mailServer)
  } catch (cause) {
    if (cause instanceof SealProblem) throw new MailProblem('sealed', 'a secret of the mail server cannot be opened with this master key', { cause })
    throw cause
  }
}

/** Whether a whole mail server is set up and switched on. */
export async function hasMailServer(db: Db): Promise<boolean> {
  return (await usableMailServer(db)) !== null
}

async function usableMailServer(db: Db): Promise<MailServer | null> {
  try {
    return await readMailServer(db)
  } catch (cause) {
    if (cause instanceof MailProblem) return null
    throw cause
  }
}

/** What administrators wrote for letters; nothing while no mail server is set up. */
export async function readTemplates(db: Db): Promise<readonly LetterTemplate[]> {
  return (await usableMailServer(db))?.templates ?? []
}

/** What the platform calls itself in letters. */
export async function readSiteName(db: Db): Promise<string> {
  return (await readSettingOrDefault(db, siteConfig)).basic.webName || 'Nameplane'
}
