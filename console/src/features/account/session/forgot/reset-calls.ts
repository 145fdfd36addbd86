import type { passwordReset } from '@nameplane/contract/account/password-reset'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { onWire } from '../../../../api/on-wire.ts'

/* As the wire knows them, without the schemas: whoever cannot sign in should not load them. A test holds them against the contract. */
export const resetCalls = {
  form: onWire<typeof passwordReset.form>('GET', 'sys/login/reset/form'),
  ask: onWire<typeof passwordReset.ask>('POST', 'sys/login/reset/ask'),
  save: onWire<typeof passwordReset.save>('POST', 'sys/login/reset/save'),
}

export async function resetForm(): Promise<Reply<typeof passwordReset.form>['data'] | CallProblem> {
  try {
    return (await call(resetCalls.form, {})).data
  } catch (cause) {
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}

/** Answers the problem where it was refused. */
export async function askCode(sent: Sent<typeof passwordReset.ask>): Promise<CallProblem | null> {
  return problemOf(call(resetCalls.ask, sent))
}

export async function setNewPassword(sent: Sent<typeof passwordReset.save>): Promise<CallProblem | null> {
  return problemOf(call(resetCalls.save, sent))
}

async function problemOf(answer: Promise<unknown>): Promise<CallProblem | null> {
  try {
    await answer
    return null
  } catch (cause) {
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}
