import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// OWASP's figures for Argon2id (the library's number 2) on small servers: 19 MiB, two passes.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** 20 letters of 5 bits each: long enough to be used once, and typed without doubt. */
export function oneTimePassword(): string {
  return [...randomBytes(20)].map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32]).join('')
}

let running = 0
const waiting: (() => void)[] = []

let computed = 0

/** Hashes computed by this process so far: what a try to sign in costs, counted where a clock would only guess. */
export function hashesComputed(): number {
  return computed
}

/** At most two hashes at a time: each takes 19 MiB and a core, and signing in is open to everybody. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  computed += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

let dummyHash: Promise<string> | undefined

/** Verifies a password; with no hash, or the empty one of an account without a password, it does the same work and answers false, so that time tells nothing. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash('no account has this password', cost)
  const subject = passwordHash || (await dummyHash)
  const matches = await inTurn(() => verify(subject, password))
  return matches && subject === passwordHash
}
