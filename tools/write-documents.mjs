// npm run document: writes docs/settings.md and the nouns of docs/glossary.md anew.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsDocument } from '../tests/support/settings-document.ts'
import { projectFolder } from './bootstrap.mjs'
import { glossaryDocument, glossaryPath } from './glossary.mjs'

writeFileSync(join(projectFolder, 'docs', 'settings.md'), settingsDocument())
writeFileSync(glossaryPath, glossaryDocument())
