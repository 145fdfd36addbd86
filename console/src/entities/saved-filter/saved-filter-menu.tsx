import { savedFilter } from '@nameplane/contract/account/saved-filter'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { callProblemText, fieldText } from '../../api/problem-text.ts'
import { useCall, useChange, type Outcome } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import { keptSearch } from '../../screen-parts/list/list-state.ts'
import { NamedSearches } from '../../screen-parts/list/named-searches.tsx'
import type { ListPageState } from '../../screen-parts/list/use-list-page.ts'

const choices = { invalidates: [savedFilter.list], shownIn: 'form' } as const

/** The caller's own saved filters of a list. `screen` is the list's path, with `?view=` where it has several views. */
export function SavedFilterMenu<Row>({ screen, list }: { screen: string; list: ListPageState<Row> }) {
  const language = useLanguage()
  const { reply } = useCall(savedFilter.list, { screen }, { freshSeconds: 60 })
  const save = useChange(savedFilter.save, { ...choices, success: 'saved' }).run
  const update = useChange(savedFilter.update, { ...choices, success: 'changed' }).run
  const remove = useChange(savedFilter.delete, { ...choices, success: 'deleted' }).run
  const filters = keptSearch(list.state)

  async function refusalOf<E extends Endpoint>(outcome: Promise<Outcome<E>>): Promise<string | null> {
    const result = await outcome
    if (result.isDone) return null
    return fieldText(result.problem, 'name', language) ?? callProblemText(result.problem, language)
  }
  return (
    <NamedSearches
      searches={(reply?.data.list ?? []).map(({ id, name, filters: search }) => ({ id, name, search }))}
      current={filters}
      nameLength={limits.savedFilterNameLength}
      onApply={list.applySearch}
      onKeep={(name) => refusalOf(save({ screen, name, filters }))}
      onReplace={(id) => refusalOf(update({ id, filters }))}
      onRename={(id, name) => refusalOf(update({ id, name }))}
      onRemove={(id) => refusalOf(remove({ ids: [id] }))}
    />
  )
}
