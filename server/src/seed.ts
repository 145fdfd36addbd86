import { OperatorProblem, UsageProblem } from './cli/operator-problem.ts'
import { openPlatformDatabase } from './cli/platform-database.ts'
import { EmbeddedDatabaseProblem } from './db/embedded/embedded-database-problem.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { readEnvironment } from './environment.ts'
import { isWorldName, seedWorld, worldNames } from './seed/worlds.ts'

const usage = `usage: npm run seed -- ${worldNames.join('|')} [--yes]`

// Exit codes: 0 done, 1 not done, 2 the command line cannot be understood.
try {
  const words = process.argv.slice(2)
  const [world, ...others] = words.filter((word) => word !== '--yes')
  if (world === undefined) throw new UsageProblem(`no world is named; ${usage}`)
  if (!isWorldName(world)) throw new UsageProblem(`there is no world ${world}; ${usage}`)
  if (others.length > 0) throw new UsageProblem(`${others[0]!} is one word too many; ${usage}`)
  const progress = (line: string): void => console.log(`  ${line}`)
  const { domains, records, firstAdministrator } = await openPlatformDatabase(
    readEnvironment(process.env),
    (platform) => seedWorld(platform, world, { isConfirmed: words.includes('--yes'), progress }),
    progress,
  )
  console.log(
    world === 'empty'
      ? 'The platform is empty.'
      : `The platform holds the ${world} world: ${domains.toLocaleString('en')} domains, ${records.toLocaleString('en')} records.`,
  )
  if (firstAdministrator)
    console.log(
      `Sign in as ${firstAdministrator.username}, password ${firstAdministrator.password ?? 'as given by NAMEPLANE_ADMIN_PASSWORD'}${firstAdministrator.password ? ' (shown this once)' : ''}`,
    )
} catch (error) {
  if (!(error instanceof OperatorProblem || error instanceof EnvironmentProblem || error instanceof EmbeddedDatabaseProblem)) throw error
  console.error(`nameplane: ${error.message}`)
  process.exitCode = error instanceof UsageProblem ? 2 : 1
}
process.disconnect?.()
