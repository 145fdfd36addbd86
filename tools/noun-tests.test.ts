import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testsOfNoun } from './noun-tests.mjs'

// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
const features = fileURLToPath(new URL('../console/src/features/', import.meta.url))
const nouns = new Set(
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.screens.ts'))
    .map((path) => basename(dirname(path))),
)

it('every screen is known to be one of its noun, so that the sweeps over the noun go through it', async () => {
  const known = new Set([...nouns].flatMap((noun) => testsOfNoun(noun).screens))
  expect((await allScreens()).map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
})
