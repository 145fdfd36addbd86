// npm start. In package.json it is run by `exec`, so that no shell stands between npm and us and swallows npm's SIGINT; Windows' shell
// has no exec and takes the second command.
import { bootstrap, buildConsole, runCommand } from './bootstrap.mjs'
import { runInForeground } from './foreground.mjs'

/** Megabytes for each half of what is new: twice as many, which is usual, are taken up by a few calls and then kept for nothing. */
const newSpace = '--max-semi-space-size=8'

await runCommand(async () => {
  const node = await bootstrap()
  await buildConsole(node)
  return runInForeground(node, [newSpace, 'server/src/main.ts', ...process.argv.slice(2)], { cleaner: 'server/src/left-node-main.ts' })
})
