/** What the person at the command line can act on; its message is one line. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem'
}

/** The command line itself cannot be understood; the usage text helps. */
export class UsageProblem extends OperatorProblem {}
