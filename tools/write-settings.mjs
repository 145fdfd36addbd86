// npm run document: writes docs/settings.md anew.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsDocument } from '../tests/support/settings-document.ts'
import { projectFolder } from './bootstrap.mjs'

writeFileSync(join(projectFolder, 'docs', 'settings.md'), settingsDocument())
