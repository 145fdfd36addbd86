import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from './call-problem.ts'
import { fetchFile } from './client.ts'
import { showProblem } from './queries.ts'

/** Fetches a file and hands it to the browser's downloads; a refusal shows as a toast. Tells whether it came. */
export async function download<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<boolean> {
  try {
    const { blob, fileName } = await fetchFile(endpoint, input)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = fileName
    link.click()
    URL.revokeObjectURL(link.href)
    return true
  } catch (cause) {
    if (!(cause instanceof CallProblem)) throw cause
    if (cause.isShown) showProblem(cause)
    return false
  }
}
