/** What a command works with: the variables of the environment, and where its lines go. */
export type Terminal = { variables: Readonly<Record<string, string | undefined>>; print: (line: string) => void }
