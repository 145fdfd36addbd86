/** The error of this kind that something ends in; fails when it ends well, or in another. */
export async function thrownBy<Kind extends Error>(kind: abstract new (...args: never[]) => Kind, work: Promise<unknown>): Promise<Kind> {
  const cause = await work.then(
    () => new Error('it ended well'),
    (problem: unknown) => problem,
  )
  if (cause instanceof kind) return cause
  throw new Error(`no ${kind.name}`, { cause })
}
