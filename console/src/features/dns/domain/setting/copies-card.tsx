import { Suspense, useState } from 'react'
import { problemText } from '@nameplane/contract/problem-text'
import { useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { recordsPath } from '../../../../entities/domain/records-path.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

const CloneDialog = lazyPart(() => import('./clone-dialog.tsx').then((part) => part.CloneDialog))

/** Records from a template, and a domain like this one. */
export function CopiesCard({ domain }: SettingCardProps) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const [mayRead, mayWrite, mayAdd] = [useMay('record.read'), useMay('record.write'), useMay('domain.write')]
  const noRight = problemText('right_missing', language)
  return (
    <SettingCard title={text.copies.title} help={text.copies.help}>
      <div className={cardBody}>
        <div className="flex flex-wrap gap-2">
          <QuietButton
            refusal={!mayRead || !mayWrite ? noRight : domain.isLocked ? text.locked : null}
            onClick={() => go(`${recordsPath(domain)}?open=template`)}
          >
            {text.copies.template}
          </QuietButton>
          <QuietButton refusal={mayRead && mayWrite && mayAdd ? null : noRight} onClick={() => setOpen(true)}>
            {text.copies.clone}
          </QuietButton>
        </div>
      </div>
      <Suspense fallback={null}>{isOpen && <CloneDialog source={domain} onClose={() => setOpen(false)} />}</Suspense>
    </SettingCard>
  )
}
