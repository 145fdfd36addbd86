import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const queryLogScreens = defineScreens([
  { ...domainScreen('log-request'), load: () => import('./request-log-page.tsx').then((page) => page.RequestLogPage) },
  { ...domainScreen('log-error'), load: () => import('./error-log-page.tsx').then((page) => page.ErrorLogPage) },
])
