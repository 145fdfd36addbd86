/** A line ends with LF, CRLF, or CR as old Macs write it. */
export const lineEnd = /\r\n|\r|\n/

/** The text for readers that know LF: where CR alone ends its lines, LF does. Places in it stay, and what has LF is as it was. */
export function withLineFeeds(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\r', '\n')
}
