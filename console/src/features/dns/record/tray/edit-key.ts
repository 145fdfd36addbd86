/** A new name for an edit. `crypto.randomUUID` is missing on pages that did not come by https. */
export function newEditKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
