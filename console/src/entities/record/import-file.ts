/* Files of records. */

/** Files are named so; anything else can be chosen all the same. */
export const acceptedFiles =
  '.zone,.txt,.db,.hosts,.csv,.tsv,.xlsx,.json,text/plain,text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Beyond this a text is shown by its first lines only: a text area of it would freeze the page. */
export const editableCharacters = 200_000

/** Is the file a zip archive, as XLSX files are? No text begins so. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((octet, index) => bytes[index] === octet)
}

export async function base64Of(file: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''))
    reader.addEventListener('error', () => reject(new Error('the file cannot be read', { cause: reader.error })))
    reader.readAsDataURL(file)
  })
}

/** What the server accepts is counted in bytes, a text in UTF-16 units; a unit is at most three bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return new Blob([text]).size
}
