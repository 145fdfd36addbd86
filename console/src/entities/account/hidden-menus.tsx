import { useMemo } from 'react'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText, type Bilingual } from '../../i18n/messages.ts'
import { useOwnTitles } from '../../routing/own-titles.tsx'
import { accountMessages } from './account.messages.ts'

type Branch = { readonly path: string; readonly title: Bilingual; readonly pages: readonly { readonly path: string; readonly title: Bilingual }[] }

/** The menu's pages below their sections; what every account needs and what stands in no menu is left out. */
function useBranches(): readonly Branch[] {
  const titleOf = useOwnTitles()
  const pages = useCall(menuRow.pages, {}).reply?.data
  return useMemo(() => {
    const branches = new Map<string, Branch & { pages: { path: string; title: Bilingual }[] }>()
    for (const path of pages ?? []) {
      const title = titleOf({ kind: 'page', path })
      if (title === null || path === '/account/users/reset-password') continue
      const section = `/${path.split('/')[1]!}`
      const branch = branches.get(section) ?? { path: section, title: titleOf({ kind: 'directory', path: section }) ?? { zh: section, en: section }, pages: [] }
      branch.pages.push({ path, title })
      branches.set(section, branch)
    }
    return [...branches.values()]
  }, [titleOf, pages])
}

/** Which pages of the menu an account does not see: a tree of ticks, folded while nothing is hidden. */
export function HiddenMenus({ value, onChange }: { value: readonly string[]; onChange: (paths: string[]) => void }) {
  const text = useText(accountMessages)
  const language = useLanguage()
  const branches = useBranches()
  const set = (paths: readonly string[], isHidden: boolean): void =>
    onChange(isHidden ? [...new Set([...value, ...paths])] : value.filter((path) => !paths.includes(path)))
  return (
    <details className="rounded-md border border-kumo-line" open={value.length > 0}>
      <summary className="flex cursor-pointer items-center gap-2 rounded-md px-3 py-1.5 text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus">
        <span className="font-medium">{accountFieldNames.unvalidModel[language]}</span>
        <span className="text-kumo-subtle">{text.helps.hiddenCount(value.length)}</span>
      </summary>
      <div className="border-t border-kumo-line px-3 py-2">
        <p className="mb-2 text-sm text-kumo-subtle">{text.helps.unvalidModel}</p>
        <div className="grid gap-x-4 gap-y-3 pad:grid-cols-3">
          {branches.map((branch) => {
            const paths = branch.pages.map((page) => page.path)
            const hidden = paths.filter((path) => value.includes(path)).length
            return (
              <fieldset key={branch.path} className="min-w-0">
                <legend className="sr-only">{branch.title[language]}</legend>
                <Tick
                  label={branch.title[language]}
                  state={hidden === 0 ? 'none' : hidden === paths.length ? 'all' : 'some'}
                  isStrong
                  onTick={(isHidden) => set(paths, isHidden)}
                />
                <div className="mt-1 flex flex-col gap-1 pl-5">
                  {branch.pages.map((page) => (
                    <Tick
                      key={page.path}
                      label={page.title[language]}
                      state={value.includes(page.path) ? 'all' : 'none'}
                      onTick={(isHidden) => set([page.path], isHidden)}
                    />
                  ))}
                </div>
              </fieldset>
            )
          })}
        </div>
      </div>
    </details>
  )
}

type TickProps = { label: string; state: 'none' | 'some' | 'all'; isStrong?: boolean; onTick: (isTicked: boolean) => void }

function Tick({ label, state, isStrong = false, onTick }: TickProps) {
  return (
    <label className={`flex w-fit cursor-pointer items-center gap-2 text-sm ${isStrong ? 'font-medium' : ''}`}>
      <input
        type="checkbox"
        className="size-4 shrink-0"
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={(event) => onTick(event.target.checked)}
      />
      {label}
    </label>
  )
}
