/** Pages that need no session: no tab standing there is told about a change of it (spec point 4). */
const asidePaths: ReadonlySet<string> = new Set(['/login', '/register', '/forget-password', '/reset-password'])

export function isAsidePath(pathname: string): boolean {
  return asidePaths.has(pathname)
}
