// npm run mutate -- [server|console] [--count N] [--seed N] [--only PATH] [--seconds N]: puts faults into the product and sees whether the nearest tests notice.
import { buildConsole, projectFolder, runCommand, say } from './bootstrap.mjs'
import { mutate } from './mutation/mutate.ts'
import { findChromium } from './oracles.mjs'

await runCommand(async () => {
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
  return mutate(process.argv.slice(2), { root: projectFolder, buildConsole: () => buildConsole(process.execPath), say })
})
