/** A line with the names that people know it by. */
export interface LineName {
  code: string
  nameZh: string
  nameEn: string
}

/**
 * What providers call lines that the platform calls otherwise, by the code of the line here. Lines that it does not have (a province
 * of an operator) are not among them: a record of one is refused by its name, not moved to a wider line.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  default: ['默认', '默认线路', '全网默认', '全网', '全部', '缺省', 'default', 'defaultview', 'defaultline', 'all'],
  telecom: ['电信', '中国电信', '电信线路', 'dianxin', 'chinatelecom', 'ctcc'],
  unicom: ['联通', '中国联通', '网通', '联通线路', 'liantong', 'chinaunicom', 'cucc'],
  mobile: ['移动', '中国移动', '移动线路', 'yidong', 'chinamobile', 'cmcc'],
  cernet: ['教育网', '中国教育网', '教育网线路', 'edu', 'jiaoyuwang', 'chinaeducationnetwork', 'education'],
  tietong: ['铁通', '中国铁通'],
  cable: ['广电', '广电网', '中国广电', 'btvn'],
  drpeng: ['鹏博士', 'pengboshi', '长城宽带'],
  cstnet: ['科技网'],
  aliyun: ['阿里云', 'alibabacloud'],
  tencent: ['腾讯云', 'tencentcloud'],
  huawei_cloud: ['华为云', 'huaweicloud'],
  baidu_cloud: ['百度云', '百度智能云', 'baiducloud'],
  volcengine: ['火山引擎'],
  kingsoft_cloud: ['金山云'],
  search_engine: ['搜索引擎', '搜索', 'search', 'searchengine', 'searchengines', 'seo'],
  baidu: ['百度', '百度蜘蛛'],
  google: ['谷歌', 'google'],
  bing: ['必应', 'biying'],
  overseas: ['境外', '海外', '国外', '世界', '中国境外', '中国大陆境外', 'oversea', 'overseas', 'abroad', 'outsidechinesemainland', 'outsidemainlandchina'],
  domestic: ['国内', '境内', '中国大陆', '中国内地', '中国地区', 'internal', 'domestic', 'chinesemainland', 'mainlandchina'],
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_\-()（）]/gu, '')

/** Finds the code of a line by its code, by one of its names here, or by what a provider calls it; undefined when it is unknown. */
export type FindLine = (name: string) => string | undefined

/**
 * @param lines those of the platform; without any, a name that looks like a code is one
 */
export function lineFinder(lines: readonly LineName[]): FindLine {
  const codes = new Set(lines.map((line) => line.code))
  // Most texts name none but the default one, by its code or by saying nothing.
  let found: Map<string, string> | undefined
  const byName = (name: string): string | undefined => (found ??= codesByName(lines, codes)).get(plain(name))
  return (name) => (codes.has(name) ? name : byName(name)) ?? (lines.length === 0 && /^[a-z0-9_]{1,63}$/.test(name) ? name : undefined)
}

function codesByName(lines: readonly LineName[], codes: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, code: string): void => {
    const key = plain(name)
    if (!found.has(key)) found.set(key, code)
  }
  for (const { code } of lines) add(code, code)
  for (const { code, nameZh, nameEn } of lines) {
    add(nameZh, code)
    add(nameEn, code)
  }
  for (const [code, names] of Object.entries(otherNames)) {
    if (lines.length === 0 || codes.has(code)) for (const name of names) add(name, code)
  }
  return found
}
