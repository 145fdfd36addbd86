import type { Db } from '../db/connection.ts'
import { signInForm } from '../features/account/session/session.service.ts'
import { sitePageValues } from '../features/system/site/site.store.ts'

/** What the server writes into the console's page, by the names of its meta elements, so that the first sight waits for no call. */
export async function pageValues(db: Db, mode: string): Promise<Readonly<Record<string, string>>> {
  const [site, form] = await Promise.all([sitePageValues(db), signInForm(db, mode, '')])
  return { ...site, 'nameplane-sign-in': JSON.stringify(form) }
}
