// npm run new -- <area>/<noun>: the smallest whole noun through the stack, entered in the four lists. docs/how-to/add-a-noun.md says what comes then.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder, run, runCommand, say, StartProblem } from './bootstrap.mjs'
import { filesOfNoun, NameRefused } from './noun-files.ts'

await runCommand(async () => {
  const [asked = ''] = process.argv.slice(2)
  const files = planned(asked)
  for (const [path, text] of files) {
    mkdirSync(join(projectFolder, dirname(path)), { recursive: true })
    writeFileSync(join(projectFolder, path), text)
    say(path)
  }
  // Where lines break depends on how long the noun is.
  await check([join('node_modules', 'oxfmt', 'bin', 'oxfmt'), ...files.keys()])
  await check([join('tools', 'write-documents.mjs')])
  say(`Next: replace 新的名词 and “sample noun” with its name, describe it in its terms, then run npm test -- --noun ${asked.split('/')[1]}`)
})

function planned(asked) {
  try {
    return filesOfNoun(projectFolder, asked)
  } catch (problem) {
    throw problem instanceof NameRefused ? new StartProblem(problem.message) : problem
  }
}

async function check(parameters) {
  const { code, output } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters])
  if (code !== 0) throw new StartProblem(`${parameters[0]} failed: ${output.trim()}`)
}
