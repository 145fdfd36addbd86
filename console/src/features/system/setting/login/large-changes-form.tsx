import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { LoadedSetting } from '../setting-page.tsx'
import { settingSections } from '../setting-sections.ts'
import { loginMessages } from './login.messages.ts'

const words = fieldWords(largeChanges.names, loginMessages)

/** Who confirms changes that touch a large part of a domain. */
export function LargeChangesForm() {
  return (
    <LoadedSetting setting={largeChanges} words={words}>
      {(form) => (
        <div className={settingSections}>
          <Field of={form} name="confirmation" />
        </div>
      )}
    </LoadedSetting>
  )
}
