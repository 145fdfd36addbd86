/** Text for LIKE that means itself: the wildcards in it are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The same for a text that begins so. */
export function startingWith(text: string): string {
  return containing(text).slice(1)
}
