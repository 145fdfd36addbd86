import { EnvironmentProblem } from './environment-problem.ts'
import { readRole } from './environment.ts'

// The node of a platform is a program of its own: it loads nothing that it does not need, and nothing else can stop it.
try {
  await (readRole(process.env) === 'node' ? import('./node-main.ts') : import('./platform-main.ts'))
} catch (error) {
  if (!(error instanceof EnvironmentProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
