// npm start. In package.json it is run by `exec`, so that no shell stands between npm and us and swallows npm's SIGINT; Windows' shell
// has no exec and takes the second command.
import { bootstrap, buildConsole, runCommand } from './bootstrap.mjs'
import { runInForeground } from './foreground.mjs'

await runCommand(async () => {
  const node = await bootstrap()
  await buildConsole(node)
  return runInForeground(node, ['server/src/main.ts', ...process.argv.slice(2)], { isKeptUp: true })
})
