import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type Drawings = { readonly icons: Readonly<Record<string, { readonly body: string }>> }

const prefix = 'icon:'
const drawnIcon = fileURLToPath(new URL('../src/ui/drawn-icon.tsx', import.meta.url))
const outline = /<path fill="currentColor" d="([^"]+)"\/>/g

/** Makes a component of each icon that is imported as `icon:…`: the drawings come as data, and only those that are used are shipped. */
export function icons(): Plugin {
  let drawings: Drawings | undefined
  return {
    name: 'nameplane:icons',
    resolveId: { filter: { id: /^icon:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0icon:/ },
      handler(id) {
        drawings ??= JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@iconify-json/ph/icons.json'), 'utf8')) as Drawings
        const name = id.slice(1 + prefix.length)
        const body = drawings.icons[name]?.body
        if (body === undefined) return this.error(`there is no icon ${name}`)
        const outlines = [...body.matchAll(outline)].map(([, path]) => path)
        if (outlines.length === 0 || body.replace(outline, '') !== '') return this.error(`the icon ${name} is more than outlines`)
        return `import { drawnIcon } from ${JSON.stringify(drawnIcon)}\nexport default /* @__PURE__ */ drawnIcon(${JSON.stringify(outlines)})\n`
      },
    },
  }
}
