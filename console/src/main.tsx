import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
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
import './first-sight.css'

applyLanguage()
applyTheme()
void loadSite()
watchRestrictions(askAnew)
watchOtherTabs(() => isAsidePath(currentAddress().pathname))

const root = createRoot(document.getElementById('root')!)
void setOut().then(() =>
  // At once: the browser draws its first frame as soon as this script has run.
  flushSync(() =>
    root.render(
      <StrictMode>
        <Router />
      </StrictMode>,
    ),
  ),
)
