import { backupPartNames, backupParts, withNeededParts, type BackupPart } from '@nameplane/contract/system/backup-parts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { withTick } from '../../../../screen-parts/form/ticked.ts'
import { backupMessages } from './backup.messages.ts'

type PartChoiceProps = {
  label: string
  offered?: readonly BackupPart[]
  chosen: readonly BackupPart[]
  isDisabled?: boolean
  onChange: (parts: BackupPart[]) => void
}

/** Parts of a backup; what a chosen one needs is chosen with it and says why. */
export function PartChoice({ label, offered = backupPartNames, chosen, isDisabled = false, onChange }: PartChoiceProps) {
  const text = useText(backupMessages)
  const language = useLanguage()
  const neededBy = (part: BackupPart): BackupPart | undefined => chosen.find((other) => other !== part && withNeededParts([other]).includes(part))
  return (
    <FieldGroup title={label}>
      <div className="grid gap-x-4 gap-y-2 pad:grid-cols-2">
        {offered.map((part) => {
          const by = neededBy(part)
          return (
            <CheckBox
              key={part}
              label={backupParts[part][language]}
              help={by === undefined ? '' : text.form.needed(backupParts[by][language])}
              checked={chosen.includes(part)}
              disabled={isDisabled || by !== undefined}
              onChange={(event) => onChange(withNeededParts(withTick(chosen, part, event.target.checked)))}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
