import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { watchHolds } from './api/session-hold.ts'
import { watchOtherTabs } from './api/session-store.ts'
import { isAsidePath } from './app/aside-paths.ts'
import { askAnew } from './app/held-page.tsx'
import { router } from './app/router.tsx'
import { loadSite } from './entities/site/site.ts'
import { applyLanguage } from './i18n/language.ts'
import { applyTheme } from './shell/theme/theme.ts'
import './theme.css'

applyLanguage()
applyTheme()
void loadSite()
watchHolds(askAnew)
watchOtherTabs(() => isAsidePath(router.state.location.pathname))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
