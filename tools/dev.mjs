// npm run dev: the server starts anew on every change of its files, and Vite serves the console with live reload, passing calls on.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectFolder } from './bootstrap.mjs'

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
  spawn(process.execPath, [join('..', 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'], {
    cwd: join(projectFolder, 'console'),
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
]

let isStopping = false
function stopAll() {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
process.once('disconnect', stopAll)
// One without the other is of no use.
for (const child of children) {
  child.once('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stopAll()
    if (children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.disconnect?.()
  })
}
