/** What is ticked after one of the boxes was: with that one at the end, or without it. */
export function withTick<One>(ticked: readonly One[], one: One, isTicked: boolean): One[] {
  const others = ticked.filter((other) => other !== one)
  return isTicked ? [...others, one] : others
}
