/**
 * A file's bytes as text: UTF-8, or GB18030 where it is none, as older Chinese systems write. A byte order mark is dropped; lines that end as
 * on the Macs of old, which is no end of a line to whoever reads records, end as all others do.
 */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: 'UTF-8' | 'GB18030' } {
  try {
    return { text: withLines(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), encoding: 'UTF-8' }
  } catch {
    return { text: withLines(new TextDecoder('gb18030').decode(bytes)), encoding: 'GB18030' }
  }
}

const withLines = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'))
