import { useId, type ReactNode } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { surface } from '../../../../screen-parts/surface.ts'
import { settingMessages } from './setting.messages.ts'

/** What every card of the page is given. `refresh` asks for the domain anew. */
export type SettingCardProps = { domain: Domain; refresh: () => Promise<void> }

type CardProps = {
  title: string
  help?: string
  /** Why nothing in it can be changed, under this id. */
  refusal?: string | null
  refusalId?: string
  children: ReactNode
}

/** One section of the settings of a domain. */
export function SettingCard({ title, help, refusal = null, refusalId, children }: CardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-3 pad:px-5">
        <h2 id={titleId} className="text-base font-medium">
          {title}
        </h2>
        {help !== undefined && <p className="text-sm text-pretty text-kumo-subtle">{help}</p>}
        {refusal !== null && (
          <p id={refusalId} role="note" className="text-sm text-np-warning">
            {refusal}
          </p>
        )}
      </header>
      {children}
    </section>
  )
}

/** The inside of a card that is no form. */
export const cardBody = 'flex flex-col gap-3 p-4 text-sm pad:p-5'

/** Why the caller cannot change the domain; null where it can be changed. */
export function useDomainRefusal({ isLocked }: Pick<Domain, 'isLocked'>): string | null {
  const text = useText(settingMessages)
  const mayWrite = useMay('domain.write')
  return !mayWrite ? text.noRight : isLocked ? text.locked : null
}
