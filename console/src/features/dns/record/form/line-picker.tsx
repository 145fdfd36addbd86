import CaretDownIcon from 'icon:caret-down'
import { useCallerId } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { ControlProps } from '../../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { textField } from '../../../../ui/classes.ts'
import { Popover } from '../../../../ui/popover.tsx'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { LineOptions } from './line-options.tsx'
import { keepRecentLine, recentLines } from './recent-lines.ts'

type LinePickerProps = {
  /** Of the field that it is the control of. */
  control: ControlProps
  label: string
  value: string
  lines: Lines
  onChange: (code: string) => void
}

/** Chooses a line: one of the usual ones, of the last ones used, out of the tree, or by searching. */
export function LinePicker({ control, label, value, lines, onChange }: LinePickerProps) {
  const parts = useText(partsMessages)
  const callerId = useCallerId()
  return (
    <Popover
      label={parts.nameAndValue(label, lines.nameOf(value))}
      control={{ id: control.id, 'aria-describedby': control['aria-describedby'] }}
      trigger={
        <>
          <span className="min-w-0 flex-1 truncate text-left">{lines.nameOf(value)}</span>
          <CaretDownIcon size={13} aria-hidden="true" />
        </>
      }
      triggerClassName={`${textField} flex cursor-pointer items-center gap-2`}
      place="start"
      className="w-80 overflow-hidden! p-0!"
    >
      {(close) => (
        <LineOptions
          lines={lines}
          value={value}
          recent={recentLines(callerId)}
          onChoose={(code) => {
            keepRecentLine(callerId, code)
            onChange(code)
            close()
          }}
        />
      )}
    </Popover>
  )
}
