// A guide that names a file that is gone misleads: every path in back-ticks and every relative link in our documents must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder } from './bootstrap.mjs'
import { glossaryDocument, glossaryPath } from './glossary.mjs'

const documents = ['README.md', 'CONTRIBUTING.md', ...below('docs')].filter((path) => path.endsWith('.md') && existsSync(join(projectFolder, path)))
const complaints = documents.flatMap((path) => missingIn(path).map((name) => `${path}: ${name} not found`))
if (readFileSync(glossaryPath, 'utf8') !== glossaryDocument()) complaints.push('docs/glossary.md is out of date. Run npm run document.')
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1

function missingIn(document) {
  const text = readFileSync(join(projectFolder, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name.replace(/:\d+$/, '')).filter(isPathOfOurs)
  const linked = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target))
  return [
    ...named.filter((name) => !existsSync(join(projectFolder, name))),
    ...linked.filter((target) => !existsSync(join(projectFolder, dirname(document), target))),
  ]
}

/** Begins at the root and holds no placeholder such as {noun}, <area> or *. */
function isPathOfOurs(name) {
  return /^(?:dns-text|contract|server|console|tests|bench|docs|tools|\.ci)\/[\w@./-]*$/.test(name) && !name.startsWith('console/dist')
}

function below(folder) {
  if (!existsSync(join(projectFolder, folder))) return []
  return readdirSync(join(projectFolder, folder), { recursive: true }).map((name) => join(folder, name))
}
