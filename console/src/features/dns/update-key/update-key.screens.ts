import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const updateKeyScreens = defineScreens([{ ...domainScreen('update'), load: () => import('./update-key-page.tsx').then((page) => page.UpdateKeyPage) }])
