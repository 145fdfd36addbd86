/**
 * How long the proofs are that gain by length. `npm run prove` sets NAMEPLANE_PROOF to `full`; `npm test` runs a part of each, and
 * `npm test -- --quick` sets `sample`, which only shows that a change has broken nothing at first sight.
 */
export const isFullProof = process.env['NAMEPLANE_PROOF'] === 'full'
export const isSample = process.env['NAMEPLANE_PROOF'] === 'sample'

/** The length of a proof: `full` for `npm run prove`, `part` for `npm test`; a sample has a tenth of that, and one at least. */
export function proofLength({ full, part }: { readonly full: number; readonly part: number }): number {
  if (isFullProof) return full
  return isSample ? Math.max(1, Math.round(part / 10)) : part
}
