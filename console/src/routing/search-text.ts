/** Search parameters stay texts both ways: `?page=2&remark=007` is what a person would type, and nothing turns into a number unasked. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function searchText(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)])
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}
