import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchRestrictions } from './api/session-restriction.ts'
import { watchOtherTabs } from './api/session-store.ts'
import { isAsidePath } from './app/aside-paths.ts'
import { askAnew } from './app/restricted-page.tsx'
import { setOut, Router } from './app/router.tsx'
import { loadSite } from './entities/site/site.ts'
import { applyLanguage } from './i18n/language.ts'
import { currentAddress } from './routing/address.ts'
import { applyTheme } from './shell/theme/theme.ts'
import './theme.css'

applyLanguage()
applyTheme()
void loadSite()
watchRestrictions(askAnew)
watchOtherTabs(() => isAsidePath(currentAddress().pathname))

const root = createRoot(document.getElementById('root')!)
void setOut().then(() =>
  root.render(
    <StrictMode>
      <Router />
    </StrictMode>,
  ),
)
