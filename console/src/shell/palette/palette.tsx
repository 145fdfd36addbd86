import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import MagnifyingGlassIcon from 'icon:magnifying-glass'
import { search } from '@nameplane/contract/home/search'
import { useCall } from '../../api/queries.ts'
import { loadChunk } from '../../browser/chunk-loading.ts'
import { lockSession } from '../../api/lock-calls.ts'
import { signOut } from '../../api/session-calls.ts'
import { currentLanguage, setLanguage, useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import type { IsPinyinOf } from '../../i18n/pinyin.ts'
import type { MenuSection } from '../../routing/menu.ts'
import { pageCommands } from '../../routing/page-commands.ts'
import { useGo, useScreenAddress } from '../../routing/screen-location.tsx'
import type { Screen } from '../../routing/screen.ts'
import { shellMessages } from '../shell.messages.ts'
import { setThemeMode } from '../theme/theme.ts'
import { findCommands, foundCommands, inLanguage, isMeant, menuCommands, type Command, type KnownCommand } from './commands.ts'
import { closePalette, openKeys } from './open-palette.ts'
import { paletteMessages } from './palette.messages.ts'

type PaletteProps = {
  menu: readonly MenuSection[]
  screens: readonly Screen[]
  rights: ReadonlySet<string>
  username: string
  /** Brings what is not among the screens yet; ends either way. */
  loadAll: () => Promise<void>
}
type Group = { readonly title: string; readonly commands: readonly Command[] }

const askDelayMs = 150
const pageCount = 8

/** Finds screens, domains, records and accounts, and does what the shell can do, by typing. */
export function Palette(props: PaletteProps) {
  const text = useText(paletteMessages)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const { groups, isSearching, isIncomplete, hasFailed } = useGroups(props, typed)
  const commands = groups.flatMap((group) => group.commands)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const chosen = Math.max(
    0,
    commands.findIndex((command) => command.key === chosenKey),
  )
  const [isHurried, setHurried] = useState(false)
  const go = useGo()
  const current = commands[chosen]
  // What was found for an earlier text is not what Enter means, unless it was picked.
  const meant = current?.isFound && isSearching && current.key !== chosenKey ? undefined : current

  // Closed before it leaves the page, the platform gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function run(command: Command) {
    closePalette()
    if (command.target !== undefined) go(command.target)
    command.run?.()
  }

  // Enter before there was anything to open: it opens once that has come.
  const catchUp = useEffectEvent(() => {
    if (meant) run(meant)
    else setHurried(false)
  })
  const canCatchUp = isHurried && (meant !== undefined || (!isSearching && !isIncomplete))
  useEffect(() => {
    if (canCatchUp) catchUp()
  }, [canCatchUp])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setChosenKey(commands[(chosen + step + commands.length) % commands.length]!.key)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (meant) run(meant)
      else setHurried(true)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={text.label}
      onClose={closePalette}
      onMouseDown={(event) => event.target === dialog.current && closePalette()}
      className="m-0 mx-auto mt-[12vh] max-h-[70vh] w-[min(620px,calc(100vw-24px))] flex-col overflow-hidden rounded-lg border border-kumo-line bg-kumo-base p-0 text-kumo-default shadow-xl backdrop:bg-black/40 open:flex max-pad:mt-3"
    >
      <div className="flex items-center gap-2.5 border-b border-kumo-line px-4">
        <MagnifyingGlassIcon size={17} className="shrink-0 text-kumo-subtle" />
        <input
          role="combobox"
          aria-label={text.label}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={commands.length > 0 ? `${id}${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          placeholder={text.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosenKey(null)
            setHurried(false)
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none placeholder:text-kumo-placeholder"
        />
      </div>
      <div id={`${id}list`} role="listbox" aria-label={text.label} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs text-kumo-subtle">
              {group.title}
            </p>
            {group.commands.map((command) => {
              const at = commands.indexOf(command)
              return (
                <div
                  key={command.key}
                  id={`${id}${at}`}
                  role="option"
                  aria-selected={at === chosen}
                  onMouseMove={() => at !== chosen && setChosenKey(command.key)}
                  onClick={() => run(command)}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-sm aria-selected:bg-kumo-brand/10"
                >
                  <span className="min-w-0 shrink truncate">{command.title}</span>
                  {command.note && <span className="ml-auto min-w-0 truncate text-right text-xs text-kumo-subtle">{command.note}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-kumo-line px-4 py-2 text-xs text-kumo-subtle">
        {hasFailed
          ? text.failed
          : isSearching
            ? text.searching
            : commands.length === 0
              ? text.none(typed.trim())
              : `${text.results(commands.length)} · ${text.hint}`}
      </p>
    </dialog>
  )
}

function useGroups({ menu, screens, rights, username, loadAll }: PaletteProps, typed: string) {
  const text = useText(paletteMessages)
  const language = useLanguage()
  const { isPinyinOf, isIncomplete } = useTitles(loadAll)
  const shellActions = useShellActions(username)
  const asked = useSettled(typed.trim(), askDelayMs)
  const { reply, problem, isLoading, isPrevious } = useCall(search.find, asked.length < 2 ? null : { text: asked }, { keepsPrevious: true })
  const here = useMemo(() => commandsOfPage(), [])
  const known = useMemo(() => menuCommands(menu, screens, rights), [menu, screens, rights])
  const { finds, areFindsMissing } = useFinds(known.pages, screens)
  const found = asked.length < 2 || !reply ? { domains: [], records: [], accounts: [] } : foundCommands(reply.data)
  const meant = (commands: readonly KnownCommand[]) =>
    commands.filter(({ title }) => isMeant(typed, title, isPinyinOf)).map((command) => inLanguage(command, language))
  const groups: Group[] = [
    { title: text.groups.pages, commands: meant(known.pages).slice(0, pageCount) },
    { title: text.groups.finds, commands: typed.trim() === '' ? [] : meant(finds).slice(0, pageCount) },
    { title: text.groups.domains, commands: found.domains },
    { title: text.groups.records, commands: found.records },
    { title: text.groups.accounts, commands: found.accounts },
    { title: text.groups.here, commands: meant(here) },
    { title: text.groups.actions, commands: meant([...known.actions, ...shellActions]) },
  ].filter((group) => group.commands.length > 0)
  const isSearching = typed.trim().length >= 2 && (asked !== typed.trim() || isLoading || isPrevious)
  return { groups, isSearching, isIncomplete: isIncomplete || areFindsMissing, hasFailed: problem !== null }
}

/** What lies on the screens; it comes while the reader begins to type. */
function useFinds(pages: readonly KnownCommand[], screens: readonly Screen[]) {
  const [state, setState] = useState<{ pages: readonly KnownCommand[] | null; finds: readonly KnownCommand[] }>({ pages: null, finds: [] })
  useEffect(() => {
    let isCurrent = true
    void findCommands(pages, screens).then((finds) => isCurrent && setState({ pages, finds }))
    return () => {
      isCurrent = false
    }
  }, [pages, screens])
  return { finds: state.finds, areFindsMissing: state.pages !== pages }
}

const isNoPinyin: IsPinyinOf = () => false

/** The dictionary is many times the palette: it and the screens not gone to yet come while the reader begins to type. Until then nothing is pinyin. */
function useTitles(loadAll: () => Promise<void>): { isPinyinOf: IsPinyinOf; isIncomplete: boolean } {
  const [state, setState] = useState({ isPinyinOf: isNoPinyin, isIncomplete: true })
  useEffect(() => {
    let isCurrent = true
    // Without it, titles are still found by what they say.
    const pinyin = loadChunk(() => import('../../i18n/pinyin.ts')).then(
      (part) => part.isPinyinOf,
      () => isNoPinyin,
    )
    void Promise.all([pinyin, loadAll()]).then(([isPinyinOf]) => isCurrent && setState({ isPinyinOf, isIncomplete: false }))
    return () => {
      isCurrent = false
    }
  }, [loadAll])
  return state
}

/** What the page under the palette can do, as it was when the palette opened. */
const commandsOfPage = (): readonly KnownCommand[] =>
  pageCommands().map(({ key, label, run }) => ({ key: `here ${key}`, title: { zh: label, en: label }, run }))

/** What the shell itself can do from here. */
function useShellActions(username: string): readonly KnownCommand[] {
  const go = useGo()
  const address = useScreenAddress()
  return useMemo(
    () => [
      {
        key: 'language',
        title: { zh: shellMessages.zh.otherLanguage, en: shellMessages.en.otherLanguage },
        run: () => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh'),
      },
      { key: 'light', title: { zh: '浅色主题', en: 'Light theme' }, run: () => setThemeMode('light') },
      { key: 'dark', title: { zh: '深色主题', en: 'Dark theme' }, run: () => setThemeMode('dark') },
      { key: 'refresh', title: { zh: '刷新页面', en: 'Refresh page' }, run: () => go(`/redirect${address()}`, { replace: true }) },
      { key: 'lock', title: { zh: '锁定屏幕', en: 'Lock screen' }, run: () => void lockSession(username) },
      { key: 'keys', title: { zh: '键盘快捷键', en: 'Keyboard shortcuts' }, run: openKeys },
      { key: 'signOut', title: { zh: '退出登录', en: 'Sign out' }, run: () => void signOut().then(() => go('/login')) },
    ],
    [go, address, username],
  )
}

/** The value once it has stayed the same for a while. */
function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
