import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const planScreens = defineScreens([{ ...domainScreen('plan'), load: () => import('./plan-page.tsx').then((page) => page.PlanPage) }])
