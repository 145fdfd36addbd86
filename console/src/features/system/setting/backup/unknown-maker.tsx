import type { RestoreRequest } from '@nameplane/contract/system/backup'
import type * as z from 'zod/mini'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { warningNote } from '../../../../screen-parts/surface.ts'
import { backupMessages } from './backup.messages.ts'

/** Before a backup of a platform that nobody has accepted: what that means, and for whom may accept it, what it is called. */
export function UnknownMaker({ form, mayAccept }: { form: BoundForm<z.input<typeof RestoreRequest>>; mayAccept: boolean }) {
  const text = useText(backupMessages).wizard
  return (
    <div className="flex flex-col gap-4">
      <p className={warningNote}>{mayAccept ? text.unknownMaker : text.unknownMakerOthers}</p>
      {mayAccept && <Field of={form} name="makerName" help={text.makerHelp} />}
    </div>
  )
}
