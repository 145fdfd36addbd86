import type * as z from 'zod/mini'
import { Suspense, useId, useState } from 'react'
import { agreementKinds, agreements, type AgreementKind } from '@nameplane/contract/system/settings/agreement'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { refreshSite } from '../../../../entities/site/site.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { filterChip } from '../../../../ui/chip.ts'
import { SettingPage } from '../setting-page.tsx'
import { siteMessages } from './site.messages.ts'

const words = fieldWords(agreements.names)
const languages = ['zh', 'en'] as const
const Editor = lazyPart(() => import('../../../../screen-parts/rich-text/rich-text-editor.tsx').then((part) => part.RichTextEditor))

/** What is agreed to by signing in. */
export function SiteAgreementPage() {
  const text = useText(siteMessages)
  return (
    <SettingPage setting={agreements} words={words} help={text.help} onSaved={() => void refreshSite()}>
      {(form, begun) => <AgreementFields key={begun} form={form} />}
    </SettingPage>
  )
}

function AgreementFields({ form }: { form: BoundForm<z.input<typeof agreements.value>> }) {
  const text = useText(siteMessages).agreement
  const reader = useLanguage()
  const labelOf = (field: string): string => words.label(field, reader)
  const labelId = useId()
  const [kind, setKind] = useState<AgreementKind>('service')
  const [language, setLanguage] = useState<(typeof languages)[number]>('zh')
  const name = `${kind}.${language}` as const
  const error = form.raw.errorOf(name)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-kumo-subtle">{text.help}</p>
      <div className="flex flex-wrap gap-2">
        {agreementKinds.flatMap((one) =>
          languages.map((other) => (
            <button
              key={`${one}.${other}`}
              type="button"
              aria-pressed={one === kind && other === language}
              className={filterChip(one === kind && other === language)}
              onClick={() => {
                setKind(one)
                setLanguage(other)
              }}
            >
              {labelOf(`${one}.${other}`)}
            </button>
          )),
        )}
      </div>
      <div>
        <span id={labelId} className="sr-only">
          {labelOf(name)}
        </span>
        <Suspense fallback={<div className="h-72 rounded-md border border-np-field" />}>
          <Editor
            key={name}
            labelledBy={labelId}
            describedBy={undefined}
            isInvalid={error !== undefined}
            html={form.raw.getValues(name) as string}
            onChange={(html) => form.raw.setValue(name, html, { shouldDirty: true })}
            onImage={null}
          />
        </Suspense>
        {error !== undefined && (
          <p role="alert" className="mt-1 text-sm text-kumo-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
