import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/* What begins before all else begins at once, as it reads little. */

/** The modules that one of this folder brings along, as paths. */
async function modulesOf(file: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const read = []
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) })
    await import(${JSON.stringify(new URL(file, import.meta.url).href)})
    console.log(JSON.stringify(read))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program])
  return JSON.parse(stdout) as string[]
}

test.each([
  ['what starts the node', './begin-node.ts'],
  ['the node', './node-process.ts'],
])('%s knows no database client, no web server and nothing of the platform’s own', async (_, file) => {
  const read = await modulesOf(file)
  expect(read.length).toBeGreaterThan(10)
  expect(read.filter((url) => /\/node_modules\/(pg|kysely|fastify)\/|\/server\/src\/(features|http|keys|db\/(?!embedded\/))/.test(url))).toEqual([])
})
