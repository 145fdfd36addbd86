/** A JSON object, as `paramValue` holds it. */
export type Members = Record<string, unknown>

export const isMembers = (value: unknown): value is Members => value !== null && typeof value === 'object' && !Array.isArray(value)

/** What a form begins with: the saved members over the blank ones, at any depth of objects; members that a form does not know come along. */
export function filledIn(blank: Members, saved: Members): Members {
  const filled: Members = { ...blank }
  for (const [member, value] of Object.entries(saved)) {
    const under = blank[member]
    filled[member] = isMembers(under) && isMembers(value) ? filledIn(under, value) : value
  }
  return filled
}

/** A member that differs, by dotted path, as text. */
export type ChangedMember = { path: string; before: string; now: string }

/** The members in which two states differ, lists as wholes. */
export function changedMembers(before: Members, now: Members, above = ''): ChangedMember[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return members.flatMap((member) => {
    const [one, other] = [before[member], now[member]]
    const path = above === '' ? member : `${above}.${member}`
    if (isMembers(one) && isMembers(other)) return changedMembers(one, other, path)
    const [oneText, otherText] = [shown(one), shown(other)]
    return oneText === otherText ? [] : [{ path, before: oneText, now: otherText }]
  })
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
