import { useState } from 'react'
import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { historyMessages } from './history.messages.ts'
import { MomentView } from './moment-view.tsx'
import { RestoreDialog, type Restored, type RestoreTarget } from './restore-dialog.tsx'
import type { RevisionRow } from './revision-facts.tsx'
import { RevisionList } from './revision-list.tsx'
import { RevisionView } from './revision-view.tsx'

type HistoryDrawerProps = {
  domainId: number
  /** As people read it. */
  domainName: string
  /** Only what touched this record; the whole domain without. */
  recordId?: number | null
  onClose: () => void
  onRestored: (restored: Restored) => void
}

/** `isCurrent`: what it made of the domain, or of the one record, is how that is now. */
type Opened = { readonly revision: RevisionRow; readonly isCurrent: boolean }

/** The saved states of a domain or of one record, what each changed, and the way back to any. */
export function HistoryDrawer({ domainId, domainName, recordId = null, onClose, onRestored }: HistoryDrawerProps) {
  const text = useText(historyMessages)
  const parts = useText(partsMessages)
  const mayWrite = useMay('record.write')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [cameFrom, setCameFrom] = useState<number | null>(null)
  const [isByTime, setByTime] = useState(false)
  const [target, setTarget] = useState<RestoreTarget | null>(null)
  const refusal = mayWrite ? null : text.noRight
  const wholeRefusal = refusal ?? (opened?.isCurrent && recordId === null ? text.isCurrent : null)
  return (
    <Drawer
      title={
        isByTime
          ? text.moment.title(domainName)
          : opened
            ? text.version(String(opened.revision.version))
            : recordId === null
              ? text.title(domainName)
              : text.recordTitle
      }
      note={opened || recordId !== null ? domainName : undefined}
      closeText={parts.close}
      back={
        isByTime
          ? { text: text.back, run: () => setByTime(false) }
          : opened
            ? {
                text: text.back,
                run: () => {
                  setCameFrom(opened.revision.version)
                  setOpened(null)
                },
              }
            : null
      }
      onClose={onClose}
      footer={
        opened &&
        !isByTime && (
          <QuietButton refusal={wholeRefusal} onClick={() => setTarget({ kind: 'domain', to: opened.revision.version })}>
            {text.restoreDomain}
          </QuietButton>
        )
      }
    >
      {isByTime ? (
        <MomentView domainId={domainId} refusal={refusal} onRestore={setTarget} />
      ) : opened ? (
        <RevisionView
          key={opened.revision.version}
          domainId={domainId}
          recordId={recordId}
          revision={opened.revision}
          isCurrent={opened.isCurrent}
          refusal={refusal}
          onRestore={setTarget}
        />
      ) : (
        <RevisionList
          domainId={domainId}
          recordId={recordId}
          page={page}
          onPage={setPage}
          onByTime={recordId === null ? () => setByTime(true) : null}
          cameFrom={cameFrom}
          onOpen={(revision, isCurrent) => setOpened({ revision, isCurrent })}
        />
      )}
      {target && (isByTime || opened) && (
        <RestoreDialog
          domainId={domainId}
          domainName={domainName}
          version={opened && !isByTime ? opened.revision.version : target.to}
          target={target}
          onClose={() => setTarget(null)}
          onRestored={(restored) => {
            setTarget(null)
            setOpened(null)
            setByTime(false)
            setPage(1)
            onRestored(restored)
          }}
        />
      )}
    </Drawer>
  )
}
