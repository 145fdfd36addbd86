import { useId, useState } from 'react'
import { backup } from '@nameplane/contract/system/backup'
import type { Reply } from '@nameplane/contract/endpoint'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { actorWithin } from '../../../../i18n/actor-name.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../../screen-parts/dialog/confirm.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { backupMessages } from './backup.messages.ts'

type Maker = Reply<typeof backup.makers>['data']['list'][number]

/** Other platforms whose backups may be restored here; nothing while there is none. */
export function AcceptedMakers() {
  const text = useText(backupMessages)
  const language = useLanguage()
  const format = useFormat()
  const mayWrite = useMay('backup.write')
  const titleId = useId()
  const [asked, setAsked] = useState<Maker | null>(null)
  const makers = useCall(backup.makers, { limit: 200 }).reply?.data.list ?? []
  const { run: forget } = useChange(backup.forgetMakers, { invalidates: [backup.makers], success: 'deleted' })
  if (makers.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={`${surface} mt-4 max-w-[720px] p-4 pad:p-5`}>
      <h2 id={titleId} className="mb-1 font-medium">
        {text.makers}
      </h2>
      <p className="text-sm text-kumo-subtle">{text.makersHelp}</p>
      <ul className="divide-y divide-kumo-line text-sm">
        {makers.map((maker) => (
          <li key={maker.id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{maker.name}</p>
              <p className="text-kumo-subtle">{text.acceptedBy(actorWithin(maker.acceptedBy, language), format.relativeTime(maker.acceptTime))}</p>
              <p className="font-mono text-xs wrap-anywhere text-kumo-subtle">{maker.fingerprint}</p>
            </div>
            {mayWrite && <LinkButton onClick={() => setAsked(maker)}>{text.forget}</LinkButton>}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          text={text.forgetAsk(asked.name)}
          confirmLabel={text.forget}
          onConfirm={async () => {
            await forget({ ids: [asked.id] })
            setAsked(null)
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  )
}
