import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
/** Below this a compressed copy saves less than its header costs. */
const smallestBytes = 256

/** Writes `.br` and `.gz` beside every built asset, so that the server never compresses a file of the console. */
export function compressAssets(): Plugin {
  let folder = ''
  return {
    name: 'nameplane:compress-assets',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'))
        .map((entry) => join(entry.parentPath, entry.name))
      await Promise.all(
        names.map(async (name) => {
          const plain = await readFile(name)
          if (plain.length < smallestBytes) return
          const [br, gz] = await Promise.all([
            brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
            gzipped(plain, { level: 9 }),
          ])
          await Promise.all([writeFile(`${name}.br`, br), writeFile(`${name}.gz`, gz)])
        }),
      )
    },
  }
}
