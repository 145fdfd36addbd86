import { agreementKinds, agreements, type AgreementKind } from '@nameplane/contract/system/settings/agreement'
import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { siteSettings, type SiteSettings } from '@nameplane/contract/system/settings/site'
import { wechatCode, type WechatCode } from '@nameplane/contract/system/settings/wechat-code'
import type { Db } from '../../../db/connection.ts'
import { sanitisedHtml, textOf } from '../../../rich-text/sanitised.ts'
import { readSetting, readSettingOrDefault } from '../../../settings/settings.ts'

/** The site's settings; what was never set, or no longer fits, is empty. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  return readSettingOrDefault(db, siteSettings)
}

/** The agreements that say something in either language. */
export async function writtenAgreements(db: Db): Promise<AgreementKind[]> {
  const written = await readSettingOrDefault(db, agreements)
  return agreementKinds.filter((kind) => Object.values(written[kind]).some((html) => textOf(html) !== ''))
}

/** An agreement as anybody may read it: in a language it lacks, the other's text. Sanitised again, whoever stored it. */
export async function readAgreement(db: Db, kind: AgreementKind): Promise<{ zh: string; en: string }> {
  const { zh, en } = (await readSettingOrDefault(db, agreements))[kind]
  return { zh: sanitisedHtml(textOf(zh) === '' ? en : zh), en: sanitisedHtml(textOf(en) === '' ? zh : en) }
}

export async function readOtherUrl(db: Db): Promise<{ name: string; url: string }> {
  return readSettingOrDefault(db, otherUrl)
}

/** The WeChat code that contacts show; null while there is none. */
export async function readWechatCode(db: Db): Promise<WechatCode | null> {
  return readSetting(db, wechatCode)
}

/** What a page of the console must know before it asks anything. Most members are empty, and are left out: it is the first thing that anybody waits for. */
export async function sitePageValues(db: Db): Promise<Record<'nameplane-site' | 'keywords' | 'description', string>> {
  const [setting, written, other, code] = await Promise.all([readSiteSettings(db), writtenAgreements(db), readOtherUrl(db), readWechatCode(db)])
  const { keywords, description, ...seo } = setting.seo
  const known = {
    ...setting,
    seo,
    ...(written.length > 0 ? { agreements: written } : {}),
    ...(other.url === '' ? {} : { otherUrl: other }),
    ...(code ? { wechatCode: code } : {}),
  }
  return { 'nameplane-site': JSON.stringify(known, (_, value: unknown) => (value === '' ? undefined : value)), keywords, description }
}
