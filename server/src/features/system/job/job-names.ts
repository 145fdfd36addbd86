import { jobKinds } from '@nameplane/contract/system/job-kinds'

/** Kinds whose name in either language, or whose handler, holds a text: by these the platform's own jobs are found. */
export function jobNamesLike(search: string): string[] {
  const wanted = search.toLowerCase()
  // A list that is never empty, as SQL wants it.
  return ['', ...jobKinds.filter(({ name, title }) => [name, title.zh, title.en].some((text) => text.toLowerCase().includes(wanted))).map(({ name }) => name)]
}

/** What a job is called in the audit trail, which has one language: by its own name, or by its handler's. */
export function jobTitle({ name, handler }: { name: string | null; handler: string }): string {
  return name ?? handler
}
