type Found = { readonly isLoading: boolean; readonly listed: number; readonly total: number; readonly offered: number }
type Words = { readonly loading: string; readonly none: string; readonly more: (listed: number, total: string) => string }

/** What stands below the options that a search found: that it is on its way, that there are more, or that there are none. */
export function searchNote({ isLoading, listed, total, offered }: Found, words: Words, number: (value: number) => string): string | null {
  if (isLoading) return words.loading
  if (total > listed) return words.more(listed, number(total))
  return offered === 0 ? words.none : null
}
