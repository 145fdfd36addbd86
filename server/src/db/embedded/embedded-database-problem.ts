/** The embedded database cannot be had, for a reason the operator can act on. The message is one line. */
export class EmbeddedDatabaseProblem extends Error {
  override readonly name = 'EmbeddedDatabaseProblem'
}
