// npm run mutate -- [server|console] [--count N] [--seed N] [--only PATH] [--seconds N]: puts faults into the product and sees whether the nearest tests notice.
import { join } from 'node:path'
import { buildConsole, projectFolder, run, runCommand, say, withLock } from './bootstrap.mjs'
import { mutate } from './mutation/mutate.ts'
import { testsOfNoun } from './noun-tests.mjs'
import { findChromium } from './oracles.mjs'
import { wordsOfTypes } from './static-checks.mjs'

await runCommand(async () => {
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
  const isTyped = async (side) => {
    const project = side === 'console' ? join('console', 'tsconfig.json') : 'tsconfig.json'
    return (await run(process.execPath, wordsOfTypes(project, side))).code === 0
  }
  const tools = { root: projectFolder, buildConsole: () => buildConsole(process.execPath), isTyped, testsOfNoun, say }
  let code = 1
  // Two at once would see each other's faults.
  await withLock(
    'mutation',
    () => false,
    async () => void (code = await mutate(process.argv.slice(2), tools)),
  )
  return code
})
