import { Suspense, useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import type { log } from '@nameplane/contract/dns/log'
import type { Sent } from '@nameplane/contract/endpoint'
import { download } from '../../../api/downloads.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import { logMessages } from './log.messages.ts'

const RetentionForm = lazyPart(() => import('./retention-form.tsx').then((part) => part.RetentionForm))
const VerifyDrawer = lazyPart(() => import('./verify-drawer.tsx').then((part) => part.VerifyDrawer))

type Exporting = typeof log.signInExport | typeof log.operationExport

/** What can be done with a log as a whole: export it as it is filtered, verify it, say how long it is kept. */
export function LogTools<E extends Exporting>({ exporting, filter }: { exporting: E; filter: Omit<Sent<E>, 'format'> }) {
  const text = useText(logMessages)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [opened, setOpened] = useState<'verify' | 'retention' | null>(null)
  const [isExporting, setExporting] = useState(false)
  async function exportAs(format: 'csv' | 'xlsx') {
    setExporting(true)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await download(exporting, { ...filter, format, timeZone } as Sent<E>)
    setExporting(false)
  }
  const actions = [
    { key: 'csv', label: text.exportCsv, run: () => void exportAs('csv') },
    { key: 'xlsx', label: text.exportXlsx, run: () => void exportAs('xlsx') },
  ]
  return (
    <>
      <QuietButton onClick={() => setOpened('retention')}>{text.retention.open}</QuietButton>
      <QuietButton onClick={() => setOpened('verify')}>{text.verify.open}</QuietButton>
      <QuietButton aria-haspopup="menu" disabled={isExporting} onClick={(event) => setMenu({ anchor: event.currentTarget, actions })}>
        {text.exportAs}
        <CaretDownIcon size={12} aria-hidden="true" />
      </QuietButton>
      <ActionMenu open={menu} label={text.exportAs} onClose={() => setMenu(null)} />
      <Suspense fallback={null}>
        {opened === 'verify' && <VerifyDrawer onClose={() => setOpened(null)} />}
        {opened === 'retention' && <RetentionForm onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

/** Says that a list goes no further back. */
export function CountedNote({ hasMore }: { hasMore: boolean }) {
  const text = useText(logMessages)
  return hasMore ? <p className="text-sm text-kumo-subtle">{text.counted}</p> : null
}
