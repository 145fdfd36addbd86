import type { search } from '@nameplane/contract/home/search'
import type { Reply } from '@nameplane/contract/endpoint'
import { recordsPath } from '../../entities/domain/records-path.ts'
import type { Language } from '../../i18n/language.ts'
import type { Bilingual } from '../../i18n/messages.ts'
import type { IsPinyinOf } from '../../i18n/pinyin.ts'
import type { MenuSection } from '../../routing/menu.ts'
import type { Screen } from '../../routing/screen.ts'

/** One line of the palette: where it leads, or what it does. */
export type Command = {
  readonly key: string
  readonly title: string
  readonly note?: string
  readonly target?: string
  readonly run?: () => void
  /** The server found it, for what was typed when it was asked. */
  readonly isFound?: true
}
/** A line of the palette that is known without asking: it is found by both its titles. */
export type KnownCommand = Omit<Command, 'title' | 'note' | 'isFound'> & { readonly title: Bilingual; readonly note?: Bilingual }

/** Whether the typed text stands for this title: as part of either language's, or as pinyin of the Chinese one (`yumingliebiao`, `ymlb`). */
export function isMeant(typed: string, title: Bilingual, isPinyinOf: IsPinyinOf): boolean {
  const text = typed.trim().toLowerCase()
  if (text === '') return true
  const plain = (title: string) => title.toLowerCase()
  if (plain(title.zh).includes(text) || plain(title.en).includes(text)) return true
  const words = text.split(/\s+/)
  if (words.every((word) => plain(title.en).includes(word))) return true
  return /^[a-z\s]+$/.test(text) && isPinyinOf(text.replace(/\s+/g, ''), title.zh)
}

/** Screens of the menu, and what can be begun on them, as far as the caller sees them. */
export function menuCommands(
  menu: readonly MenuSection[],
  screens: readonly Screen[],
  rights: ReadonlySet<string>,
): { pages: KnownCommand[]; actions: KnownCommand[] } {
  const pages = menu.flatMap((section) =>
    section.groups.flatMap((group) =>
      group.entries
        .filter((entry) => !entry.isExternal)
        .map((entry): KnownCommand => ({ key: `page ${entry.path}`, title: entry.title, note: section.title, target: entry.path })),
    ),
  )
  const shown = new Map(pages.map((page) => [page.target, page]))
  // What the menu does not name of its own is found too: tabs beside its entries, and what opens without being told of what.
  for (const { path, title, right, hidden, tabOf, backLink } of screens) {
    const above = tabOf === undefined ? undefined : shown.get(tabOf)
    const isReachable = tabOf === undefined ? hidden && backLink === undefined && !path.includes('{') : above !== undefined
    if (shown.has(path) || !isReachable || !(right === null || rights.has(right))) continue
    pages.push({ key: `page ${path}`, title, ...(above ? { note: above.title } : {}), target: path })
  }
  const actions = screens
    .filter((screen) => shown.has(screen.path))
    .flatMap((screen) =>
      (screen.actions ?? [])
        .filter(({ right }) => rights.has(right))
        .map(({ title, search }): KnownCommand => ({ key: `action ${screen.path}?${search}`, title, target: `${screen.path}?${search}` })),
    )
  return { pages, actions }
}

/** What screens are found by beside their titles, of those that are among `pages`. One that cannot be fetched is found by its title alone. */
export async function findCommands(pages: readonly KnownCommand[], screens: readonly Screen[]): Promise<KnownCommand[]> {
  const shown = new Set(pages.map((page) => page.target))
  const found = await Promise.all(
    screens
      .filter(({ path }) => shown.has(path))
      .map(async ({ path, title: note, finds }) =>
        ((await finds?.().catch(() => [])) ?? []).map(({ title, search }, index): KnownCommand => {
          const target = search === undefined ? path : `${path}?${search}`
          return { key: `find ${path} ${index}`, title, note, target }
        }),
      ),
  )
  return found.flat()
}

export function inLanguage({ title, note, ...rest }: KnownCommand, language: Language): Command {
  return { ...rest, title: title[language], ...(note ? { note: note[language] } : {}) }
}

type Found = Reply<typeof search.find>['data']

/** What the server found, each leading to where it can be worked on. */
export function foundCommands(found: Found): { domains: Command[]; records: Command[]; accounts: Command[] } {
  return {
    domains: found.domains.map((row) => ({
      key: `domain ${row.id}`,
      isFound: true,
      title: row.unicodeName,
      ...(row.unicodeName === row.domain ? {} : { note: row.domain }),
      target: recordsPath(row),
    })),
    records: found.records.map((row) => ({
      key: `record ${row.id}`,
      isFound: true,
      title: `${row.host === '@' ? row.domain : `${row.host}.${row.domain}`}  ${row.type}`,
      note: row.value,
      target: `${recordsPath({ domain: row.domain, id: row.domainId, userId: row.userId })}?search=${encodeURIComponent(row.value.slice(0, 80))}`,
    })),
    accounts: found.accounts.map((row) => ({
      key: `account ${row.id}`,
      isFound: true,
      title: row.username,
      target: `/account/users/${row.kind === 'administrator' ? 'admins' : 'users'}?search=${encodeURIComponent(row.username)}`,
    })),
  }
}
