export function testsOfNoun(noun: string): {
  readonly files: readonly string[]
  readonly sweeps: readonly string[]
  readonly pattern: string
  readonly screens: readonly string[]
}
