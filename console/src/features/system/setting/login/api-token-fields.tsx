import { Fragment, useCallback, useMemo } from 'react'
import { tokenScopes, type ApiToken, type apiToken, type TokenScope } from '@nameplane/contract/account/api-token'
import type { NamedRight } from '@nameplane/contract/account/role'
import type { Sent } from '@nameplane/contract/endpoint'
import { useMay, useOwnRights } from '../../../../api/rights.ts'
import { DomainPicker } from '../../../../entities/domain/domain-picker.tsx'
import { rightMessages } from '../../../../entities/right/right.messages.ts'
import { RightsField } from '../../../../entities/right/rights-field.tsx'
import { useRights } from '../../../../entities/right/use-rights.ts'
import { GroupTicks } from '../../../../entities/service-group/group-ticks.tsx'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'

type Reach = Pick<Sent<typeof apiToken.update>, 'scopes' | 'dataScope' | 'domainIds' | 'serviceGroupIds'>
type Form = BoundForm<Reach>

/** The calls also take texts; the form keeps lists. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a token reaches, and what it may do there. `domains` are the names of those that it has. */
export function ReachAndRights({ form, domains }: { form: Form; domains: ApiToken['domains'] }) {
  const language = useLanguage()
  return (
    <>
      <FieldGroup title={apiTokenWords.label('dataScope', language)}>
        <ReachField form={form} domains={domains} />
      </FieldGroup>
      <FieldGroup title={apiTokenWords.label('scopes', language)}>
        <ScopesField form={form} />
      </FieldGroup>
    </>
  )
}

function ReachField({ form, domains }: { form: Form; domains: ApiToken['domains'] }) {
  const text = useText(apiTokenMessages)
  const language = useLanguage()
  const [dataScope, setDataScope] = useFieldValue(form, 'dataScope')
  const [scopes, setScopes] = useFieldValue(form, 'scopes')
  const [domainIds, setDomainIds] = useFieldValue(form, 'domainIds')
  const [serviceGroupIds, setServiceGroupIds] = useFieldValue(form, 'serviceGroupIds')
  const { rights } = useRights()
  const refusals: Readonly<Record<TokenScope, string | null>> = {
    all: null,
    domains: useMay('domain.read') ? null : text.domainsUnseen,
    groups: useMay('service_group.read') ? null : text.groupsUnseen,
  }
  /** What a limited token cannot hold is unticked: it could not be unticked any more. */
  function choose(scope: TokenScope) {
    setDataScope(scope)
    if (scope === 'all') return
    const kept = listOf(scopes).filter((one) => rights.some(({ right, ofDomains }) => ofDomains && right === one))
    if (scopes === null || kept.length < listOf(scopes).length) setScopes([...kept])
  }
  const label = (field: string) => apiTokenWords.label(field, language)
  return (
    <div className="flex flex-col gap-2">
      {tokenScopes.map((scope) => (
        <Fragment key={scope}>
          <Choice
            name="dataScope"
            label={text.choices.dataScope[scope]}
            help={text.scopeHelps[scope]}
            isChosen={dataScope === scope}
            refusal={dataScope === scope ? null : refusals[scope]}
            onChoose={() => choose(scope)}
          />
          {dataScope === scope && scope !== 'all' && (
            <div className="mb-1 ml-6">
              {scope === 'domains' ? (
                <DomainPicker
                  label={label('domainIds')}
                  error={form.raw.errorOf('domainIds')}
                  value={listOf(domainIds).map(Number)}
                  known={domains}
                  onChange={(ids) => setDomainIds([...ids])}
                />
              ) : (
                <GroupTicks
                  label={label('serviceGroupIds')}
                  error={form.raw.errorOf('serviceGroupIds')}
                  value={listOf(serviceGroupIds).map(Number)}
                  onChange={(ids) => setServiceGroupIds([...ids])}
                />
              )}
            </div>
          )}
        </Fragment>
      ))}
    </div>
  )
}

/** All rights of its owner, or some of them: none until they are ticked. */
function ScopesField({ form }: { form: Form }) {
  const text = useText(apiTokenMessages)
  const { notHeld } = useText(rightMessages)
  const language = useLanguage()
  const held = useOwnRights()
  const [dataScope] = useFieldValue(form, 'dataScope')
  const [scopes, setScopes] = useFieldValue(form, 'scopes')
  const isLimited = dataScope !== 'all'
  const refusalOf = useCallback(
    ({ right, ofDomains }: NamedRight): string | null => (isLimited && !ofDomains ? text.notOfDomains : held && !held.has(right) ? notHeld : null),
    [isLimited, held, notHeld, text],
  )
  const ticked = useMemo(() => listOf(scopes).map(String), [scopes])
  return (
    <>
      <div className="flex flex-col gap-2">
        <Choice
          name="rightsOf"
          label={text.allScopes}
          help={text.allScopesHelp}
          isChosen={scopes === null}
          refusal={isLimited ? text.notOfDomains : null}
          onChoose={() => setScopes(null)}
        />
        <Choice name="rightsOf" label={text.chooseScopes} isChosen={scopes !== null} refusal={null} onChoose={() => setScopes([])} />
      </div>
      {scopes !== null && (
        <RightsField
          label={apiTokenWords.label('scopes', language)}
          help={text.scopesHelp}
          error={form.raw.errorOf('scopes')}
          value={ticked}
          refusalOf={refusalOf}
          onChange={(next) => setScopes([...next])}
        />
      )}
    </>
  )
}

type ChoiceProps = {
  name: string
  label: string
  help?: string
  isChosen: boolean
  /** Why it cannot be chosen. */ refusal: string | null
  onChoose: () => void
}

function Choice({ name, label, help, isChosen, refusal, onChoose }: ChoiceProps) {
  return (
    <label
      className={`flex items-start gap-2 text-sm ${refusal === null ? 'cursor-pointer' : 'cursor-not-allowed text-kumo-subtle'}`}
      title={refusal ?? undefined}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0"
      />
      <span>
        {label}
        {(refusal ?? help) !== undefined && <span className="block text-kumo-subtle">{refusal ?? help}</span>}
      </span>
    </label>
  )
}
