/**
 * The lower case of a text as the database's `lower()` has it, by which its indexes tell names apart: one letter for one letter
 * (Unicode's simple mapping). JavaScript's own makes two of `İ`, and another sigma at the end of a word than within it.
 */
export function foldCase(text: string): string {
  return [...text].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}
