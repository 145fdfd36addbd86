/**
 * One step of a story: of a test whose parts follow from one another. A step that fails is named in what the failure says, and so is one
 * that has not come to its end after `limitMs`.
 * @example await step('a backup is made', async () => { … })
 */
export async function step(name: string, work: () => Promise<void> | void, limitMs?: number): Promise<void> {
  const limit = Promise.withResolvers<never>()
  const timer = limitMs === undefined ? undefined : setTimeout(() => limit.reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs)
  try {
    await Promise.race([work(), limit.promise])
  } catch (cause) {
    if (cause instanceof Error) {
      const { message, stack } = cause
      cause.message = `“${name}”: ${message}`
      if (stack !== undefined) cause.stack = stack.replace(message, () => cause.message)
    }
    throw cause
  } finally {
    clearTimeout(timer)
  }
}
