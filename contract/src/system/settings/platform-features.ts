import * as z from 'zod/mini'
import { counterName, exclusiveModes } from '../../menu-parts.ts'
import { numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../setting-problems.ts'

/** The counter that shows the page of the CDN client's address. */
export const otherUrlFlag = 'other_url'

/** Which parts of the product are on: the exclusive mode list, the rewrite flag, counters of custom parts by name. */
export const PlatformFeatures = z.object({
  exclusiveMode: z._default(z.array(z.enum(exclusiveModes)), []),
  rewrite: z._default(z.boolean(), false),
  custom: z._default(
    z.record(z.string().check(z.regex(counterName, 'invalid_counter_name')), numeric().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
    {},
  ),
})

export const platformFeatures = declareSetting('PLATFORM_FEATURES', {
  class: 'site',
  remark: { zh: '功能开关', en: 'Modules' },
  value: PlatformFeatures,
  names: {
    exclusiveMode: { zh: '产品模块', en: 'Product modules' },
    rewrite: { zh: '地址重写', en: 'Address rewriting' },
    custom: { zh: '自定义功能', en: 'Custom features' },
  },
  screen: '/system/config/site/power',
  readBy: 'the menu, which shows a module when its mode or counter is on, and sys_common/index',
})
