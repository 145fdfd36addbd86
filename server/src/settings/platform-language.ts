import type { Language } from '@nameplane/contract/problems'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import type { Db } from '../db/connection.ts'
import { readSettingOrDefault } from './settings.ts'

/** The language of what is written before anybody reads it. */
export async function platformLanguage(db: Db): Promise<Language> {
  const { basic } = await readSettingOrDefault(db, siteSettings)
  return basic.lang === 'en' ? 'en' : 'zh'
}
