import { runCommandLine } from './cli/command-line.ts'
import { OperatorProblem, UsageProblem } from './cli/operator-problem.ts'
import { EmbeddedDatabaseProblem } from './db/embedded/embedded-database-problem.ts'
import { EnvironmentProblem } from './environment-problem.ts'

// Exit codes: 0 done, 1 not done, 2 the command line cannot be understood.
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), { variables: process.env, print: (line) => console.log(line) })
} catch (error) {
  if (!(error instanceof OperatorProblem || error instanceof EnvironmentProblem || error instanceof EmbeddedDatabaseProblem)) throw error
  console.error(`nameplane: ${error.message}`)
  process.exitCode = error instanceof UsageProblem ? 2 : 1
}
// The starter's channel would keep this process alive.
process.disconnect?.()
