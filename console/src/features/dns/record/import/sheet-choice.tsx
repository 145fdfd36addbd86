import { Select } from '../../../../screen-parts/form/labelled.tsx'
import { useText } from '../../../../i18n/messages.ts'
import type { ImportSource } from './import-text.ts'
import { importMessages } from './import.messages.ts'

type Workbook = NonNullable<NonNullable<ImportSource['file']>['workbook']>
type SheetChoiceProps = { workbook: Workbook; isReading: boolean; onChoose: (file: File, sheet: string) => Promise<void> }

/** Which sheet of a workbook was read, where there are several, and another one instead. */
export function SheetChoice({ workbook: { file, sheet, sheets }, isReading, onChoose }: SheetChoiceProps) {
  const text = useText(importMessages)
  if (sheets.length < 2) return null
  return (
    <Select
      label={text.sheet}
      help={isReading ? text.reading : text.sheetHelp(sheet, sheets.length)}
      value={sheet}
      className="max-w-64"
      onChange={(event) => {
        if (!isReading) void onChoose(file, event.target.value)
      }}
    >
      {sheets.map(({ name, isHidden }) => (
        <option key={name} value={name}>
          {isHidden ? text.hiddenSheet(name) : name}
        </option>
      ))}
    </Select>
  )
}
