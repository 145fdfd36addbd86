import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const healthScreens = defineScreens([{ ...domainScreen('health'), load: () => import('./health-page.tsx').then((page) => page.HealthPage) }])
