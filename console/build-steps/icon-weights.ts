import type { Plugin } from 'vite'

/** The weight that our screens draw, of the six that an icon brings; any other draws nothing, but for those below. */
const used = 'regular'
/** Icons that are filled while something is switched on. */
const alsoFilled = /[\\/]defs[\\/]BookmarkSimple\./
const weightEntry = /\[\s*"(thin|light|regular|bold|fill|duotone)",\s*\/\* @__PURE__ \*\/ [\s\S]*?\n {2}\],?/g

/** Takes the drawings of unused weights out of Phosphor's icons: more than half of an icon's bytes. */
export function keepUsedIconWeights(): Plugin {
  return {
    name: 'nameplane:icon-weights',
    apply: 'build',
    transform: {
      filter: { id: /@phosphor-icons[\\/]react[\\/]dist[\\/]defs[\\/]/ },
      handler(code, id) {
        const weights = alsoFilled.test(id) ? [used, 'fill'] : [used]
        let kept = 0
        const result = code.replace(weightEntry, (entry, weight: string) => {
          if (!weights.includes(weight)) return ''
          kept += 1
          return entry
        })
        if (kept !== weights.length) this.error('an icon of Phosphor is not written as expected')
        return { code: result, map: null }
      },
    },
  }
}
