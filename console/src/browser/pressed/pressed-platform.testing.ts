declare module 'vitest' {
  interface ProvidedContext {
    /** The platform that parts of the console are pressed on, and who signs in there. */
    pressedPlatform: { readonly url: string; readonly username: string; readonly password: string }
    /** A domain of the demo world with something on each of its pages, where the platform holds that world. */
    sweptDomain: { readonly domain: string; readonly id: number; readonly userId: number }
  }
}
export {}
