import { openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { logLines } from './log-lines.ts'

it.runIf(process.platform === 'linux')('a line that a full disk does not take is lost without a word', () => {
  expect(() => logLines(openSync('/dev/full', 'w')).write('lost\n')).not.toThrow()
})

it('lines are written whole and in order', () => {
  const path = join(tmpdir(), `nameplane-lines-${process.pid}`)
  const lines = logLines(openSync(path, 'a'))
  lines.write('one\n')
  lines.write(`${'x'.repeat(200_000)}\n`)
  lines.write('three\n')
  expect(readFileSync(path, 'utf8')).toBe(`one\n${'x'.repeat(200_000)}\nthree\n`)
  rmSync(path)
})
