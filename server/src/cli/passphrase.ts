import { createInterface } from 'node:readline'
import { OperatorProblem } from './operator-problem.ts'

/**
 * A passphrase from the environment or the standard input: never from the command line, which others can see. At a
 * terminal it is asked for, unseen.
 */
export async function readPassphrase(variables: Readonly<Record<string, string | undefined>>): Promise<string> {
  const given = variables['NAMEPLANE_BACKUP_PASSPHRASE']
  if (given) return given
  const { stdin } = process
  const lines = createInterface({ input: stdin, terminal: false })
  if (stdin.isTTY) {
    process.stderr.write('Backup passphrase: ')
    stdin.setRawMode(false)
  }
  try {
    for await (const line of lines) {
      if (line !== '') return line
      break
    }
  } finally {
    lines.close()
    stdin.unref?.()
  }
  throw new OperatorProblem('No passphrase. Set NAMEPLANE_BACKUP_PASSPHRASE or use standard input.')
}
