import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const recordScreens = defineScreens([{ ...domainScreen('record'), load: () => import('./record-page.tsx').then((page) => page.RecordPage) }])
