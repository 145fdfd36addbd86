/** What changed in one version, in both languages. `day` is `YYYY-MM-DD`, null for a version that is not released. */
export type ChangelogEntry = { version: string; day: string | null; zh: string[]; en: string[] }

const versionLine = /^## (\d+\.\d+\.\d+)(?: · (\d{4}-\d{2}-\d{2}))?$/
const languageLines: Record<string, 'zh' | 'en'> = { '### 中文': 'zh', '### English': 'en' }

/**
 * Reads CHANGELOG.md: `## 1.2.3 · 2026-01-31`, below it `### 中文` and `### English` with one `- ` line a change.
 * @throws Error that names the line, so that a mistake in the file stops the build and not a reader
 */
export function parseChangelog(text: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = []
  let language: 'zh' | 'en' | null = null
  const refuse = (line: number, reason: string): never => {
    throw new Error(`CHANGELOG.md, line ${line}: ${reason}`)
  }
  text.split(/\r?\n/).forEach((line, index) => {
    const version = versionLine.exec(line)
    const entry = entries.at(-1)
    if (version) {
      if (entries.some((known) => known.version === version[1])) refuse(index + 1, `version ${version[1]} is repeated`)
      entries.push({ version: version[1]!, day: version[2] ?? null, zh: [], en: [] })
      language = null
    } else if (line.startsWith('## ')) refuse(index + 1, 'a version is written "## 1.2.3 · 2026-01-31"')
    else if (line.startsWith('### ')) language = languageLines[line] ?? refuse(index + 1, 'a language is "### 中文" or "### English"')
    else if (line.startsWith('- ')) {
      if (!entry || !language) return refuse(index + 1, 'a change must be under a version and a language')
      entry[language].push(line.slice(2).trim())
    }
  })
  for (const entry of entries)
    if (entry.zh.length === 0 || entry.zh.length !== entry.en.length)
      throw new Error(`CHANGELOG.md, version ${entry.version}: changes in Chinese: ${entry.zh.length}, in English: ${entry.en.length}`)
  return entries
}
