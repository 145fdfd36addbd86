import { counted } from '@nameplane/contract/counted'
import { OperatorProblem, UsageProblem } from './cli/operator-problem.ts'
import { openPlatformDatabase } from './cli/platform-database.ts'
import { EmbeddedDatabaseProblem } from './db/embedded/embedded-database-problem.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { readEnvironment } from './environment.ts'
import { isWorldName, seedWorld, worldNames } from './seed/worlds.ts'

const usage = `Usage: npm run seed -- ${worldNames.join('|')} [--yes]`

// Exit codes: 0 done, 1 not done, 2 the command line cannot be understood.
try {
  const words = process.argv.slice(2)
  const [world, ...others] = words.filter((word) => word !== '--yes')
  if (world === undefined) throw new UsageProblem(`Missing argument\n${usage}`)
  if (!isWorldName(world)) throw new UsageProblem(`Unknown world: ${world}\n${usage}`)
  if (others.length > 0) throw new UsageProblem(`Unexpected argument: ${others[0]!}\n${usage}`)
  const progress = (line: string): void => console.log(`  ${line}`)
  const { domains, records, firstAdministrator } = await openPlatformDatabase(
    readEnvironment(process.env),
    (platform) => seedWorld(platform, world, { isConfirmed: words.includes('--yes'), progress }),
    progress,
  )
  console.log(
    world === 'empty' ? 'The platform is empty' : `The platform contains the ${world} world: ${counted(domains, 'domain')}, ${counted(records, 'record')}`,
  )
  if (firstAdministrator)
    console.log(
      `Sign in as ${firstAdministrator.username}, password ${firstAdministrator.password ?? 'as given by NAMEPLANE_ADMIN_PASSWORD'}${firstAdministrator.password ? ' (the next start shows a new one until the first sign-in)' : ''}`,
    )
} catch (error) {
  if (!(error instanceof OperatorProblem || error instanceof EnvironmentProblem || error instanceof EmbeddedDatabaseProblem)) throw error
  console.error(`nameplane: ${error.message}`)
  process.exitCode = error instanceof UsageProblem ? 2 : 1
}
process.disconnect?.()
