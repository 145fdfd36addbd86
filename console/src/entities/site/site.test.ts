import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { site } from '@nameplane/contract/system/site'
import { currentLanguage } from '../../i18n/language.ts'
import { agreementCall, loadSite, siteCall, useSite } from './site.ts'

it('the site and its agreements are asked where the contract says', () => {
  expect([siteCall.method, siteCall.path]).toEqual([site.index.method, site.index.path])
  expect([agreementCall.method, agreementCall.path]).toEqual([site.agreement.method, site.agreement.path])
})

function Shown(): string {
  return JSON.stringify(useSite())
}

/** What is shown once the server has written this into the page. */
async function shownOf(written: object): Promise<Record<string, unknown>> {
  vi.stubGlobal('document', { documentElement: {}, querySelector: (name: string) => (name.startsWith('meta') ? { content: JSON.stringify(written) } : null) })
  await loadSite()
  return JSON.parse(renderToStaticMarkup(createElement(Shown)).replaceAll('&quot;', '"')) as Record<string, unknown>
}

describe('the site that is written into the page', () => {
  const before = currentLanguage()
  afterEach(async () => {
    await shownOf({ basic: { lang: before } })
    vi.unstubAllGlobals()
  })

  it('is shown with all that it says of itself', async () => {
    const basic = { webName: 'Acme DNS', favicon: '/upload/f.ico', logoImgLight: '/upload/l.svg', logoImgDark: '/upload/d.svg', icp: 'ICP 1', isp: 'ISP 2' }
    const contact = { company: 'Acme', mobile: '1', email: '2', qq: '3', telegram: '4', skype: '5' }
    const shown = await shownOf({
      ...{ basic, contact, seo: { title: 'Acme console' }, agreements: ['user'], otherUrl: { name: 'CDN', url: 'https://cdn.example' } },
      wechatCode: { picture: '/upload/w.png', caption: '扫码', captionEn: 'Scan' },
    })
    const { company, ...contacts } = contact
    expect(shown).toEqual({
      ...{ ...basic, name: 'Acme DNS', title: 'Acme console', company, contacts, agreements: ['user'] },
      otherUrl: { name: 'CDN', url: 'https://cdn.example' },
      wechatCode: { picture: '/upload/w.png', caption: '扫码', captionEn: 'Scan' },
    })
  })

  it('has the name of the product where it has none', async () => {
    expect(await shownOf({})).toMatchObject({ webName: '', name: 'Nameplane', favicon: '', contacts: { mobile: '' } })
  })

  it('shows no picture from elsewhere', async () => {
    const basic = { favicon: '//other.example/f.ico', logoImgLight: 'https://other.example/l.svg', logoImgDark: '/upload/d.svg?x' }
    expect(await shownOf({ basic })).toMatchObject({ favicon: '', logoImgLight: '', logoImgDark: '' })
  })

  it('is in its language for whoever has chosen none', async () => {
    const told: string[] = []
    for (const lang of ['en', 'zh', 'en']) {
      await shownOf({ basic: { lang } })
      told.push(currentLanguage())
    }
    expect(told).toEqual(['en', 'zh', 'en'])
  })
})
