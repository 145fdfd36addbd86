/**
 * The standard lines: what an operator can choose from on the first day, as a plain table.
 *
 * The tree has one parent for each line:
 *   default → cn → domestic → operators
 *   default → overseas → continents → countries
 *   default → search_engine → single search engines
 * `domestic` is the Chinese mainland and `overseas` (境外) all that is known to lie outside it, so Hong Kong, Macao and
 * Taiwan are under overseas → asia, as in the consoles of Chinese cloud vendors. `cn` stands above `domestic` because
 * precedence puts domestic before country; a client in the mainland matches both. For the same reason `asia` means Asia
 * outside the mainland. An address without a known country matches `default` alone.
 *
 * An operator matches inside the mainland only: a carrier's point of presence abroad is overseas.
 */
import { CONTINENTS, COUNTRIES_OF, countryName } from './countries.ts'
import type { LineKind } from './precedence.ts'

export type StandardLine = {
  /** `[a-z0-9_]+`, the code stored in records. */
  readonly code: string
  readonly nameZh: string
  readonly nameEn: string
  readonly kind: LineKind
  readonly parent: string | null
  /** Position among its siblings, from 1. */
  readonly order: number
  /** Operators: autonomous systems that belong to it. */
  readonly asNumbers?: readonly number[]
  /** Operators: further systems, by how their registered name begins (case does not matter). */
  readonly asNamePrefixes?: readonly string[]
  /**
   * Search engines: address blocks the company publishes for its crawlers. Operators: blocks the registry allocated to
   * them, which count where the data name no autonomous system.
   */
  readonly blocks?: readonly string[]
}

const ROOTS: readonly StandardLine[] = [
  { code: 'default', nameZh: '默认', nameEn: 'Default', kind: 'default', parent: null, order: 1 },
  { code: 'domestic', nameZh: '国内', nameEn: 'Domestic', kind: 'domestic', parent: 'cn', order: 1 },
  { code: 'overseas', nameZh: '境外', nameEn: 'Overseas', kind: 'overseas', parent: 'default', order: 2 },
  { code: 'search_engine', nameZh: '搜索引擎', nameEn: 'Search engines', kind: 'search_engine', parent: 'default', order: 3 },
]

/** AS numbers come from the registries' public whois; each was compared with the organisation names of the base data. */
const OPERATORS: readonly StandardLine[] = [
  operator(
    1,
    'telecom',
    '电信',
    'China Telecom',
    [
      4134, 4809, 4811, 4812, 4816, 4835, 4847, 23650, 23724, 38283, 58461, 58466, 58563, 134238, 134756, 134771, 134774, 136188, 136190, 136199, 136200,
      137689, 137702, 140292, 140293,
    ],
    ['chinanet', 'china telecom', 'chinatelecom'],
    ['240e::/20'],
  ),
  operator(
    2,
    'unicom',
    '联通',
    'China Unicom',
    [
      4808, 4837, 9929, 10206, 17621, 17622, 17623, 17789, 17816, 45083, 133118, 133119, 134542, 134543, 135061, 136958, 137539, 138421, 139007, 140707, 140726,
      140979,
    ],
    ['china unicom', 'cncgroup'],
    ['2408:8000::/20'],
  ),
  operator(
    3,
    'mobile',
    '移动',
    'China Mobile',
    [9808, 24400, 24444, 24445, 24547, 38019, 56040, 56041, 56042, 56044, 56045, 56046, 56047, 56048, 132510, 132525, 134810, 139080, 141425],
    ['china mobile'],
    ['2409:8000::/20'],
  ),
  operator(
    4,
    'cernet',
    '教育网',
    'CERNET',
    [4538, 23910, 138378],
    ['china education and research network', 'china next generation internet cernet', 'cernet'],
    ['2001:250::/32', '2001:da8::/32'],
  ),
  operator(5, 'tietong', '铁通', 'China Tietong', [9394, 24138], ['china tietong']),
  operator(6, 'cable', '广电网', 'Cable and broadcasting networks', [7641, 9812, 17429, 17962, 17969, 24139, 24143, 58834, 146838]),
  operator(7, 'drpeng', '鹏博士', 'Dr. Peng', [17964]),
  operator(8, 'cstnet', '科技网', 'CSTNET', [7497, 17965], [], ['2001:cc0::/32']),
  operator(9, 'aliyun', '阿里云', 'Alibaba Cloud', [24429, 37963, 45102, 134963]),
  operator(10, 'tencent', '腾讯云', 'Tencent Cloud', [45090, 132203, 133478]),
  operator(11, 'huawei_cloud', '华为云', 'Huawei Cloud', [55990, 136907]),
  operator(12, 'baidu_cloud', '百度智能云', 'Baidu AI Cloud', [38365, 55967]),
  operator(13, 'volcengine', '火山引擎', 'Volcano Engine', [137718]),
  operator(14, 'kingsoft_cloud', '金山云', 'Kingsoft Cloud', [59019]),
  operator(15, 'ucloud', 'UCloud', 'UCloud', [59077, 135377]),
]

const SEARCH_ENGINES: readonly StandardLine[] = [
  engine(1, 'baidu', '百度', 'Baidu', ['116.179.32.0/24', '116.179.37.0/24', '180.76.15.0/24', '220.181.108.0/24']),
  engine(2, 'google', '谷歌', 'Google', ['66.249.64.0/20', '2001:4860:4801::/48']),
  engine(3, 'bing', '必应', 'Bing', ['40.77.167.0/24', '157.55.39.0/24', '207.46.13.0/24']),
]

const PLACES: readonly StandardLine[] = CONTINENTS.flatMap((continent, index) => [
  { ...continent, kind: 'continent', parent: 'overseas', order: index + 1 } satisfies StandardLine,
  ...COUNTRIES_OF[continent.code].map(
    (code, position) =>
      ({
        code,
        nameZh: countryName(code, 'zh'),
        nameEn: countryName(code, 'en'),
        kind: 'country',
        parent: code === 'cn' ? 'default' : continent.code,
        order: code === 'cn' ? 1 : position + 1,
      }) satisfies StandardLine,
  ),
])

/** Every standard line; parents may stand after their children. */
export const STANDARD_LINES: readonly StandardLine[] = [...ROOTS, ...OPERATORS, ...SEARCH_ENGINES, ...PLACES]

const BY_CODE: ReadonlyMap<string, StandardLine> = new Map(STANDARD_LINES.map((line) => [line.code, line]))

/** The standard line of that code, or undefined. */
export function standardLine(code: string): StandardLine | undefined {
  return BY_CODE.get(code)
}

function operator(
  order: number,
  code: string,
  nameZh: string,
  nameEn: string,
  asNumbers: readonly number[],
  asNamePrefixes: readonly string[] = [],
  blocks: readonly string[] = [],
): StandardLine {
  return { code, nameZh, nameEn, kind: 'operator', parent: 'domestic', order, asNumbers, asNamePrefixes, blocks }
}

function engine(order: number, code: string, nameZh: string, nameEn: string, blocks: readonly string[]): StandardLine {
  return { code, nameZh, nameEn, kind: 'search_engine_single', parent: 'search_engine', order, blocks }
}
