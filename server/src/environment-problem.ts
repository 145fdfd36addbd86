/** A variable, or what it points at, that the server cannot start with. Its message is one line for the operator. */
export class EnvironmentProblem extends Error {
  override readonly name = 'EnvironmentProblem'
  readonly variable: string

  constructor(variable: string, explanation: string) {
    super(`${variable}: ${explanation}`)
    this.variable = variable
  }
}
