import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const dynamicHostScreens = defineScreens([
  { ...domainScreen('dynamic'), load: () => import('./dynamic-host-page.tsx').then((page) => page.DynamicHostPage) },
])
