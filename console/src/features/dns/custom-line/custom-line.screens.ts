import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const customLineScreens = defineScreens([{ ...domainScreen('line'), load: () => import('./custom-line-page.tsx').then((page) => page.CustomLinePage) }])
