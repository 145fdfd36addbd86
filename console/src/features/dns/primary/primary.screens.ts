import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const primaryScreens = defineScreens([{ ...domainScreen('primary'), load: () => import('./primary-page.tsx').then((page) => page.PrimaryPage) }])
