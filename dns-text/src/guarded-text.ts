// What a spreadsheet takes for the start of a formula, plain or full-width, also behind blanks (OWASP, CSV injection).
const startsFormula = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/**
 * A text that no spreadsheet computes: an apostrophe goes before what would start a formula, and before what an
 * apostrophe of ours stands before already, so that `unguardedText` gives back exactly what was there.
 */
export function guardedText(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}

/** Takes the apostrophe of `guardedText` off again; other texts stay as they are. */
export function unguardedText(text: string): string {
  return text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text
}
