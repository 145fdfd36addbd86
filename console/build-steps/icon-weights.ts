import type { Plugin } from 'vite'

/** The weights that our screens and the component library draw; an icon brings six. */
const used = new Set(['regular', 'bold', 'fill'])
const weightEntry = /\[\s*"(thin|light|regular|bold|fill|duotone)",\s*\/\* @__PURE__ \*\/ [\s\S]*?\n {2}\],?/g

/** Takes the drawings of unused weights out of Phosphor's icons: half of an icon's bytes. */
export function keepUsedIconWeights(): Plugin {
  return {
    name: 'nameplane:icon-weights',
    apply: 'build',
    transform: {
      filter: { id: /@phosphor-icons[\\/]react[\\/]dist[\\/]defs[\\/]/ },
      handler(code) {
        let kept = 0
        const result = code.replace(weightEntry, (entry, weight: string) => {
          if (!used.has(weight)) return ''
          kept += 1
          return entry
        })
        if (kept !== used.size) this.error('an icon of Phosphor is not written as expected')
        return { code: result, map: null }
      },
    },
  }
}
