import { useRef, type ChangeEvent } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { site } from '@nameplane/contract/system/site'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Labelled } from '../../../../screen-parts/form/labelled.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { siteMessages } from './site.messages.ts'

type PictureFieldProps<Values extends FieldValues> = {
  of: BoundForm<Values>
  name: Path<Values>
  /** What it will stand on. */
  ground: 'light' | 'dark' | 'plain'
}

const grounds = { light: 'bg-white', dark: 'bg-[#10171f]', plain: 'bg-kumo-tint' } as const

/** A picture of the site: shown on the ground it is for, sent and drawn anew when another one is chosen. */
export function PictureField<Values extends FieldValues>({ of: form, name, ground }: PictureFieldProps<Values>) {
  const text = useText(siteMessages)
  const language = useLanguage()
  const member: string = name
  const [held, setHeld] = useFieldValue<FieldValues, string>(form, member)
  const path = String(held)
  const label = form.words.label(name, language)
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useChange(site.addPicture, { shownIn: 'form' })
  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // The same file can be chosen again after it was refused.
    event.target.value = ''
    if (!file) return
    const outcome = await upload.run({ image: file })
    if (outcome.isDone) setHeld(outcome.reply.data.path)
  }
  return (
    <Labelled
      label={label}
      help={
        <>
          <span className="block">{form.words.help(name, language)}</span>
          <span className="block">{text.picture.help}</span>
        </>
      }
      error={form.raw.errorOf(name) ?? (upload.problem ? callProblemText(upload.problem, language) : undefined)}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          <span
            className={`flex h-12 w-32 shrink-0 items-center justify-center rounded-md border border-kumo-line px-2 ${path === '' ? 'bg-kumo-tint' : grounds[ground]}`}
          >
            {path === '' ? (
              <span className="text-sm text-kumo-subtle">{text.picture.none}</span>
            ) : (
              <img src={path} alt={label} className="max-h-9 max-w-full object-contain" />
            )}
          </span>
          <input
            ref={chooser}
            id={control.id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={control['aria-describedby']}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => void choose(event)}
          />
          <QuietButton disabled={upload.isRunning} onClick={() => chooser.current?.click()}>
            {upload.isRunning ? text.picture.uploading : path === '' ? text.picture.choose : text.picture.replace}
          </QuietButton>
          {path !== '' && <QuietButton onClick={() => setHeld('')}>{text.picture.remove}</QuietButton>}
        </div>
      )}
    </Labelled>
  )
}
