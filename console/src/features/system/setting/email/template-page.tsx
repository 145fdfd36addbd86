import { useState } from 'react'
import { setting, type SettingRecord } from '@nameplane/contract/system/setting'
import { emailScenarioKeys, emailScenarios, type EmailScenarioKey } from '@nameplane/contract/system/email/email-scenarios'
import { tabsBeside } from '@nameplane/contract/system/setting-screens'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { useUnsaved } from '../../../../routing/use-unsaved.ts'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { LinkButton, PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { SettingTabs } from '../setting-tabs.tsx'
import { useScreenTitle } from '../screen-title.ts'
import type { Members } from '../setting-members.ts'
import { useSettingRefusal } from '../use-setting-refusal.ts'
import { EmailPreview } from './email-preview.tsx'
import { isChanged, isCustomised, isOn, withoutWords, withSwitch, withWords, wordsOf, type Templates } from './email-templates.ts'
import { TemplateEditor, wordErrors } from './template-editor.tsx'
import { TemplateTest } from './template-test.tsx'
import { templateMessages } from './template.messages.ts'

/** What each kind of letter says. `?kind=` names the kind, `?in=` the language. */
export function TemplatePage() {
  const title = useScreenTitle('/system/config/email/template')
  const text = useText(templateMessages)
  const { reply, problem, refresh } = useCall(setting.ofKey, { key: emailServer.key })
  return (
    <>
      <PageHead title={title} help={text.help} />
      <section className={surface}>
        <SettingTabs current="/system/config/email/template" />
        {problem?.isShown && !reply ? (
          <Failure problem={problem} onRetry={() => void refresh()} />
        ) : reply ? (
          <Templating record={reply.config} onStale={refresh} />
        ) : (
          <div aria-hidden="true" className="m-4 h-96 rounded-md bg-kumo-tint" />
        )}
      </section>
    </>
  )
}

const membersOf = (record: SettingRecord): Members => JSON.parse(record.paramValue) as Members
const templatesOf = (record: SettingRecord): Templates => {
  const { templates } = membersOf(record)
  return Array.isArray(templates) ? (templates as Templates) : []
}

function Templating({ record, onStale }: { record: SettingRecord; onStale: () => Promise<void> }) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const refusal = useSettingRefusal(emailServer.group)
  const { ask, element: question } = useConfirm()
  // What the editor began with: a newer state must not take away what was typed.
  const [begun, setBegun] = useState(record)
  const [templates, setTemplates] = useState<Templates>(() => templatesOf(record))
  const [isTestOpen, setTestOpen] = useState(false)
  const update = useChange(setting.update, { invalidates: [setting.ofKey, setting.list, setting.history], success: 'settingSaved', shownIn: 'form' })
  const saved = templatesOf(begun)
  const kind: EmailScenarioKey = emailScenarioKeys.find((key) => key === search['kind']) ?? emailScenarioKeys[0]!
  const tongue = search['in'] === 'zh' || search['in'] === 'en' ? search['in'] : language
  const scenario = emailScenarios[kind]
  const words = wordsOf(templates, kind, tongue)
  const unsaved = emailScenarioKeys.filter((key) => isChanged(saved, templates, key))
  const wrong = emailScenarioKeys.filter((key) =>
    (['zh', 'en'] as const).some((one) => Object.keys(wordErrors(emailScenarios[key], wordsOf(templates, key, one), language)).length > 0),
  )
  const isStale = update.problem?.code === 'changed_meanwhile'

  function begin(from: SettingRecord) {
    setBegun(from)
    setTemplates(templatesOf(from))
    update.forget()
  }
  useUnsaved(unsaved.length > 0 && refusal === null, {
    isBeside: (pathname) => tabsBeside('/system/config/email/template').some(({ path }) => path === pathname),
    discard: () => begin(record),
  })
  async function save() {
    const outcome = await update.run({
      id: begun.id,
      paramKey: begun.paramKey,
      remark: begun.remark,
      paramValue: { ...membersOf(begun), templates },
      rowVersion: begun.rowVersion,
    })
    if (outcome.isDone) setBegun({ ...begun, rowVersion: outcome.reply.data.rowVersion, paramValue: JSON.stringify({ ...membersOf(begun), templates }) })
    else if (outcome.problem.code === 'changed_meanwhile') await onStale()
  }
  return (
    <>
      {!record.isComplete && (
        <p className="flex flex-wrap gap-x-3 border-b border-kumo-line bg-kumo-warning-tint px-4 py-2.5 text-sm pad:px-5">
          {text.noServer}
          <ScreenLink to="/system/config/email/config" className={textLink}>
            {text.toServer}
          </ScreenLink>
        </p>
      )}
      <div className="grid grid-cols-[220px_minmax(0,1fr)] max-pad:grid-cols-1">
        <KindList templates={templates} unsaved={unsaved} kind={kind} onChoose={(key) => setSearch({ kind: key })} />
        <div className="flex min-w-0 flex-col gap-4 p-4 pad:p-5">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-lg font-medium">{scenario.name[language]}</h2>
              <p className="mt-0.5 text-sm text-pretty text-kumo-subtle">{scenario.about[language]}</p>
            </div>
            <LanguageChoice value={tongue} onChoose={(one) => setSearch({ in: one })} />
          </div>
          <fieldset disabled={refusal !== null} title={refusal ?? undefined} className="min-w-0">
            <CheckBox
              label={text.send}
              help={scenario.isEssential ? text.essential : ''}
              checked={isOn(templates, kind)}
              disabled={scenario.isEssential}
              onChange={(event) => setTemplates(withSwitch(templates, kind, event.target.checked))}
            />
          </fieldset>
          <div className="grid gap-5 min-[1280px]:grid-cols-2">
            <fieldset disabled={refusal !== null} title={refusal ?? undefined} className="min-w-0">
              <TemplateEditor
                key={`${kind} ${tongue}`}
                scenario={scenario}
                words={words}
                onChange={(changed) => setTemplates((before) => withWords(before, kind, tongue, changed))}
              />
            </fieldset>
            <EmailPreview key={`${kind} ${tongue} preview`} scenario={scenario} words={words} language={tongue} />
          </div>
        </div>
      </div>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-kumo-line bg-kumo-base px-4 py-3 pad:px-5">
        <p role="status" className="mr-auto basis-full text-sm text-kumo-subtle pad:basis-auto">
          {isStale ? (
            <>
              <span className="text-kumo-danger">{text.stale}</span>
              <LinkButton className="ml-3" onClick={() => begin(record)}>
                {text.reload}
              </LinkButton>
            </>
          ) : update.problem ? (
            <span className="text-kumo-danger">{callProblemText(update.problem, language)}</span>
          ) : wrong.length > 0 ? (
            <span className="text-kumo-danger">{text.wrong}</span>
          ) : unsaved.length > 0 ? (
            text.unsaved
          ) : (
            text.allSaved
          )}
        </p>
        {isCustomised(templates, kind, tongue) && (
          <QuietButton
            refusal={refusal}
            onClick={() =>
              ask({
                text: text.resetAsk(scenario.name[language], text.languages[tongue]),
                confirmLabel: text.reset,
                act: () => Promise.resolve(setTemplates((before) => withoutWords(before, kind, tongue))),
              })
            }
          >
            {text.reset}
          </QuietButton>
        )}
        <QuietButton refusal={refusal ?? (Object.keys(wordErrors(scenario, words, language)).length > 0 ? text.wrong : null)} onClick={() => setTestOpen(true)}>
          {text.test}
        </QuietButton>
        {unsaved.length > 0 && <QuietButton onClick={() => begin(record)}>{text.discard}</QuietButton>}
        <PrimaryButton
          disabled={refusal !== null || update.isRunning || unsaved.length === 0 || wrong.length > 0 || !record.isComplete}
          title={refusal ?? (record.isComplete ? (wrong.length > 0 ? text.wrong : unsaved.length === 0 ? text.allSaved : undefined) : text.noServer)}
          onClick={() => void save()}
        >
          {text.save}
        </PrimaryButton>
      </div>
      {question}
      {isTestOpen && <TemplateTest scenario={kind} language={tongue} words={words} onClose={() => setTestOpen(false)} />}
    </>
  )
}

type KindListProps = { templates: Templates; unsaved: readonly EmailScenarioKey[]; kind: EmailScenarioKey; onChoose: (key: EmailScenarioKey) => void }

function KindList({ templates, unsaved, kind, onChoose }: KindListProps) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const noteOf = (key: EmailScenarioKey): string =>
    unsaved.includes(key) ? text.unsavedMark : !isOn(templates, key) ? text.off : isCustomised(templates, key) ? text.changed : ''
  return (
    <nav aria-label={text.kinds} className="border-kumo-line pad:border-r max-pad:border-b">
      <ul className="flex flex-col p-2 max-pad:flex-row max-pad:overflow-x-auto">
        {emailScenarioKeys.map((key) => (
          <li key={key} className="max-pad:shrink-0">
            <button
              type="button"
              aria-current={key === kind ? 'true' : undefined}
              onClick={() => onChoose(key)}
              className="flex w-full cursor-pointer items-baseline justify-between gap-2 rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus aria-[current=true]:bg-kumo-brand/10 aria-[current=true]:font-medium aria-[current=true]:text-np-accent"
            >
              <span className="min-w-0">{emailScenarios[key].name[language]}</span>
              {noteOf(key) !== '' && <span className="shrink-0 text-xs font-normal text-kumo-subtle">{noteOf(key)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LanguageChoice({ value, onChoose }: { value: 'zh' | 'en'; onChoose: (tongue: 'zh' | 'en') => void }) {
  const text = useText(templateMessages)
  return (
    <div role="group" aria-label={text.language} className="inline-flex shrink-0 rounded-md border border-kumo-line p-0.5">
      {(['zh', 'en'] as const).map((one) => (
        <button
          key={one}
          type="button"
          lang={one === 'zh' ? 'zh-CN' : 'en'}
          aria-pressed={one === value}
          onClick={() => onChoose(one)}
          className="h-6.5 cursor-pointer rounded-sm px-2.5 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:bg-kumo-tint aria-pressed:font-medium aria-pressed:text-kumo-default"
        >
          {text.languages[one]}
        </button>
      ))}
    </div>
  )
}
