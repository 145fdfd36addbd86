/**
 * One step of a story: of a test whose parts follow from one another. A step that fails is named in what the failure says.
 * @example await step('a backup is made', async () => { … })
 */
export async function step(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof Error) {
      const { message, stack } = cause
      cause.message = `“${name}”: ${message}`
      if (stack !== undefined) cause.stack = stack.replace(message, () => cause.message)
    }
    throw cause
  }
}
