declare module 'vitest' {
  interface ProvidedContext {
    /** The platform that parts of the console are pressed on, and who signs in there. */
    pressedPlatform: { readonly url: string; readonly username: string; readonly password: string }
  }
}
export {}
