/**
 * Countries (ISO 3166-1 alpha-2) by continent, after the United Nations' M49 list; the Caribbean and Central America
 * count as North America. Hong Kong, Macao and Taiwan have entries of their own.
 */

export const CONTINENTS = [
  { code: 'asia', nameZh: '亚洲', nameEn: 'Asia' },
  { code: 'europe', nameZh: '欧洲', nameEn: 'Europe' },
  { code: 'north_america', nameZh: '北美洲', nameEn: 'North America' },
  { code: 'south_america', nameZh: '南美洲', nameEn: 'South America' },
  { code: 'africa', nameZh: '非洲', nameEn: 'Africa' },
  { code: 'oceania', nameZh: '大洋洲', nameEn: 'Oceania' },
  { code: 'antarctica', nameZh: '南极洲', nameEn: 'Antarctica' },
] as const

export type ContinentCode = (typeof CONTINENTS)[number]['code']

/** Lower-case country codes of each continent, alphabetical. */
export const COUNTRIES_OF: Readonly<Record<ContinentCode, readonly string[]>> = {
  asia: codes(`ae af am az bd bh bn bt cn cy ge hk id il in iq ir jo jp kg kh kp kr kw kz la lb lk mm mn mo mv my np om
    ph pk ps qa sa sg sy th tj tl tm tr tw uz vn ye`),
  europe: codes(`ad al at ax ba be bg by ch cz de dk ee es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv mc md me
    mk mt nl no pl pt ro rs ru se si sj sk sm ua va`),
  north_america: codes(`ag ai aw bb bl bm bq bs bz ca cr cu cw dm do gd gl gp gt hn ht jm kn ky lc mf mq ms mx ni pa pm pr
    sv sx tc tt us vc vg vi`),
  south_america: codes('ar bo br bv cl co ec fk gf gs gy pe py sr uy ve'),
  africa: codes(`ao bf bi bj bw cd cf cg ci cm cv dj dz eg eh er et ga gh gm gn gq gw io ke km lr ls ly ma mg ml mr mu mw
    mz na ne ng re rw sc sd sh sl sn so ss st sz td tf tg tn tz ug yt za zm zw`),
  oceania: codes('as au cc ck cx fj fm gu hm ki mh mp nc nf nr nu nz pf pg pn pw sb tk to tv um vu wf ws'),
  antarctica: codes('aq'),
}

const ALL_COUNTRIES: ReadonlySet<string> = new Set(Object.values(COUNTRIES_OF).flat())

/** Whether a lower-case code is an ISO 3166-1 country of the standard lines. */
export function isCountry(code: string): boolean {
  return ALL_COUNTRIES.has(code)
}

const OWN_NAMES: Readonly<Record<string, { zh: string; en: string }>> = {
  hk: { zh: '中国香港', en: 'Hong Kong, China' },
  mo: { zh: '中国澳门', en: 'Macao, China' },
  tw: { zh: '中国台湾', en: 'Taiwan, China' },
}

const displayNames = { zh: new Intl.DisplayNames(['zh-CN'], { type: 'region' }), en: new Intl.DisplayNames(['en'], { type: 'region' }) }

/** Name of a country in Chinese or English, from the CLDR names inside Node; the code itself when unknown. */
export function countryName(code: string, language: 'zh' | 'en'): string {
  return OWN_NAMES[code]?.[language] ?? displayNames[language].of(code.toUpperCase()) ?? code
}

function codes(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
