// npm run mutate -- [server|console] [--count N] [--seed N] [--only PATH] [--seconds N]: puts faults into the product and sees whether the nearest tests notice.
import { join } from 'node:path'
import { buildConsole, projectFolder, run, runCommand, say } from './bootstrap.mjs'
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
  return mutate(process.argv.slice(2), { root: projectFolder, buildConsole: () => buildConsole(process.execPath), isTyped, testsOfNoun, say })
})
