import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPostmaster, releaseStaleLock } from './postmaster.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nameplane-postmaster-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const rest = ['/data', '1790000000', '5432', '/socket', '', '12345 678', 'ready'].join('\n')
const write = (pid: number): void => writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${rest}\n`)

describe('a lock that a server has left', () => {
  it('gets our number where another program has its own by now, and keeps the rest', () => {
    write(process.ppid)
    releaseStaleLock(readPostmaster(folder)!, folder)
    expect(readFileSync(join(folder, 'postmaster.pid'), 'utf8')).toBe(`${process.pid}\n${rest}\n`)
  })

  it('is made by nobody anew when the server takes it away in the very moment in which it is looked at', () => {
    write(process.ppid)
    const ending = readPostmaster(folder)!
    rmSync(join(folder, 'postmaster.pid'))
    releaseStaleLock(ending, folder)
    expect(readdirSync(folder)).toEqual([])
  })
})
