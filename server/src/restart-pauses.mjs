// Plain JavaScript, since tools/foreground.mjs is run by any Node; its types stand beside it.

/** Who has run for so long is started again at once. */
const steadyMs = 60_000
const firstMs = 100

/** See restart-pauses.d.mts. */
export function restartPauses(longestMs = 30_000) {
  let failures = 0
  return (livedMs) => {
    failures = livedMs > steadyMs ? 0 : failures + 1
    return failures === 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestMs)
  }
}
