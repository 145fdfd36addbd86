import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const querySourceScreens = defineScreens([
  { ...domainScreen('orign'), load: () => import('./query-source-page.tsx').then((page) => page.QuerySourcePage) },
])
