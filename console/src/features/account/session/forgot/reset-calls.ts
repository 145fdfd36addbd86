import type { passwordReset } from '@nameplane/contract/account/password-reset'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { answerOrProblem, problemIn, type CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { onWire } from '../../../../api/on-wire.ts'

/* As the wire knows them, without the schemas: whoever cannot sign in should not load them. A test holds them against the contract. */
export const resetCalls = {
  form: onWire<typeof passwordReset.form>('GET', 'sys/login/reset/form'),
  ask: onWire<typeof passwordReset.ask>('POST', 'sys/login/reset/ask'),
  save: onWire<typeof passwordReset.save>('POST', 'sys/login/reset/save'),
}

/** Which ways there are for a code. */
export const resetForm = (): Promise<Reply<typeof passwordReset.form> | CallProblem> => answerOrProblem(call(resetCalls.form, {}))

/** Answers the problem where it was refused. */
export const askCode = (sent: Sent<typeof passwordReset.ask>): Promise<CallProblem | null> => problemIn(call(resetCalls.ask, sent))

/** The same. */
export const setNewPassword = (sent: Sent<typeof passwordReset.save>): Promise<CallProblem | null> => problemIn(call(resetCalls.save, sent))
