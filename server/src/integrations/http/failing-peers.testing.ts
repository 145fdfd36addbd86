const failing = new Set<object>()

/** Says whether a peer of tests is made to fail from now on. */
export function setFailing(peer: object, isFailing: boolean): void {
  if (isFailing) failing.add(peer)
  else failing.delete(peer)
}

/** Whether some peer is. */
export const isSomeFailing = (): boolean => failing.size > 0
