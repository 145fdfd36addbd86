// npm run dev, cli, seed, document, new and bench: the same beginning as npm start, another program.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, buildConsole, projectFolder, runCommand, StartProblem } from './bootstrap.mjs'
import { runInForeground } from './foreground.mjs'

const programs = {
  dev: { file: 'tools/dev.mjs', needsConsole: false },
  cli: { file: 'server/src/cli.ts', needsConsole: false, readsTerminal: true },
  seed: { file: 'server/src/seed.ts', needsConsole: false },
  document: { file: 'tools/write-documents.mjs', needsConsole: false },
  new: { file: 'tools/new-noun.mjs', needsConsole: false },
  mutate: { file: 'tools/mutate.mjs', needsConsole: false },
  bench: { file: 'bench/main.ts', needsConsole: true },
}

await runCommand(async () => {
  const [name = '', ...parameters] = process.argv.slice(2)
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program === undefined) throw new StartProblem(`Unknown command: ${name}. Available: ${Object.keys(programs).join(', ')}`)
  const node = await bootstrap()
  if (!existsSync(join(projectFolder, program.file))) throw new StartProblem(`${program.file} not found`)
  if (program.needsConsole) await buildConsole(node)
  return runInForeground(node, [program.file, ...parameters], { readsTerminal: program.readsTerminal })
})
