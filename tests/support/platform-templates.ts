import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newQuickFolder, removeLeftovers } from './quick-folder.ts'

/*
 * Data folders of platforms that have been started once and stopped again. A test gets a copy, which saves it the making of a
 * database, the migrations and the seeds; that a platform starts from nothing is proven where that is what is tested.
 */
const variable = 'NAMEPLANE_TEST_TEMPLATES'
const patienceMs = 150_000

/** Gives the run a folder for them; each is made by the first test that needs it. Kept for the run only, since the platform sees how old it is. */
export async function setup(): Promise<void> {
  await removeLeftovers()
  const folder = newQuickFolder('templates')
  // The database's user passes it.
  chmodSync(folder, 0o711)
  // The workers begin after this and inherit it.
  process.env[variable] = folder
}

export function teardown(): void {
  rmSync(process.env[variable]!, { recursive: true, force: true })
}

/** Whether there is a run that keeps them; a program that only borrows the tests' parts has none. */
export function hasTemplates(): boolean {
  return process.env[variable] !== undefined
}

/**
 * Copies the template of this name into an empty folder. Who comes first makes it; the others wait.
 * @param make fills the folder that it is given, and leaves nothing running in it
 * @throws what the maker threw, in every test that waited for it
 */
export async function copyTemplate(name: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const whole = join(process.env[variable]!, name)
  const failed = `${whole}.failed`
  try {
    mkdirSync(`${whole}.making`)
  } catch {
    for (let waitedMs = 0; !existsSync(whole); waitedMs += 50) {
      if (existsSync(failed) || waitedMs > patienceMs) throw new Error(`the template ${name} was not made; the test that was to make it says why`)
      await pause(50)
    }
    return copyFolder(whole, to)
  }
  try {
    const folder = join(`${whole}.making`, 'data')
    mkdirSync(folder, { mode: 0o700 })
    await make(folder)
    renameSync(folder, whole)
  } catch (cause) {
    writeFileSync(failed, '')
    throw cause
  }
  return copyFolder(whole, to)
}

/** With its owners, where we are the super-user and the database is somebody else's. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.getuid?.() === 0) await promisify(execFile)('cp', ['-a', `${from}/.`, to])
  else cpSync(from, to, { recursive: true, preserveTimestamps: true })
}
