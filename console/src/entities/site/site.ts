import type { Endpoint } from '@nameplane/contract/endpoint'
import type { site } from '@nameplane/contract/system/site'
import { call } from '../../api/client.ts'
import { forgetText, keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { proposeLanguage } from '../../i18n/language.ts'

/** What the site calls itself and shows of itself; an empty member says nothing. */
export type Site = {
  readonly webName: string
  readonly title: string
  readonly favicon: string
  readonly logoImgLight: string
  readonly logoImgDark: string
  readonly icp: string
  readonly company: string
  readonly contacts: Readonly<Record<ContactKind, string>>
}

export const contactKinds = ['mobile', 'email', 'qq', 'telegram', 'skype'] as const
export type ContactKind = (typeof contactKinds)[number]

/** The product's own name, where the site has none. */
const productName = 'Nameplane'

// The sign-in page must not wait for the schemas; a test holds this against the contract.
export const siteCall = { method: 'GET', path: 'sys_common/index' } as unknown as typeof site.index & Endpoint

const kept = ['site-name', 'site-title', 'favicon', 'logo-light', 'logo-dark'] as const
/** The first picture is drawn with what this browser remembers (spec point 9), the next with the server's answer. */
const store = createStore<Site>({
  webName: keptText('site-name') ?? '',
  title: keptText('site-title') ?? '',
  favicon: ownPicture(keptText('favicon')),
  logoImgLight: ownPicture(keptText('logo-light')),
  logoImgDark: ownPicture(keptText('logo-dark')),
  icp: '',
  company: '',
  contacts: { mobile: '', email: '', qq: '', telegram: '', skype: '' },
})

export function useSite(): Site & { readonly name: string } {
  const site = useStore(store)
  return { ...site, name: site.webName || productName }
}

/** What stands after a page's own title. */
export function useSiteTitle(): string {
  const { title, name } = useSite()
  return title || name
}

/** Takes what the server wrote into the page; a page that came without it asks, and looks meanwhile as it did last time. */
export async function loadSite(): Promise<void> {
  showFavicon(store.get().favicon)
  const written = document.querySelector<HTMLMetaElement>('meta[name="nameplane-site"]')?.content
  if (written) return adopt(written)
  try {
    const { data } = await call(siteCall, {}, { survivesNavigation: true })
    adopt(data.web_config.paramValue)
  } catch {
    // A site without an answer looks as it did last time.
  }
}

function adopt(config: string): void {
  const { basic, seo, contact } = JSON.parse(config) as Readonly<Record<string, Readonly<Record<string, string>>>>
  const text = (group: Readonly<Record<string, string>> | undefined, name: string) => group?.[name] ?? ''
  const next: Site = {
    webName: text(basic, 'webName'),
    title: text(seo, 'title'),
    favicon: ownPicture(text(basic, 'favicon')),
    logoImgLight: ownPicture(text(basic, 'logoImgLight')),
    logoImgDark: ownPicture(text(basic, 'logoImgDark')),
    icp: text(basic, 'icp'),
    company: text(contact, 'company'),
    contacts: Object.fromEntries(contactKinds.map((kind) => [kind, text(contact, kind)])) as Site['contacts'],
  }
  const values = [next.webName, next.title, next.favicon, next.logoImgLight, next.logoImgDark]
  kept.forEach((key, index) => (values[index] === '' ? forgetText(key) : keepText(key, values[index]!)))
  store.set(next)
  showFavicon(next.favicon)
  const lang = text(basic, 'lang')
  if (lang !== '') proposeLanguage(lang === 'en' ? 'en' : 'zh')
}

/** Pictures come from this site alone, whatever was kept or answered. */
function ownPicture(path: string | null): string {
  return path !== null && /^\/[A-Za-z0-9._/-]*$/.test(path) && !path.startsWith('//') ? path : ''
}

function showFavicon(path: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link || path === '') return
  link.removeAttribute('type')
  link.href = path
}
