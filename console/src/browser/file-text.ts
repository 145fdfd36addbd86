import { withLineFeeds } from '@nameplane/dns-text/line-ends'

/**
 * A file's bytes as text: UTF-8, or GB18030 where it is none, as older Chinese systems write. A byte order mark is dropped, and
 * lines that end as on the Macs of old end as all others do.
 */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: 'UTF-8' | 'GB18030' } {
  try {
    return { text: withLineFeeds(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), encoding: 'UTF-8' }
  } catch {
    return { text: withLineFeeds(new TextDecoder('gb18030').decode(bytes)), encoding: 'GB18030' }
  }
}
