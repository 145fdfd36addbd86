import type { registration } from '@nameplane/contract/account/registration'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { answerOrProblem, problemIn, type CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { onWire } from '../../../../api/on-wire.ts'

/* As the wire knows them, without the schemas: a visitor should not load them. A test holds them against the contract. */
export const registerCalls = {
  form: onWire<typeof registration.form>('GET', 'app/account/register/form'),
  save: onWire<typeof registration.save>('POST', 'app/account/register'),
  look: onWire<typeof registration.look>('POST', 'app/account/register/link'),
  confirm: onWire<typeof registration.confirm>('POST', 'app/account/register/confirm'),
}

/** Whether one can register, and whether the email can be sent. */
export const registerForm = (): Promise<Reply<typeof registration.form> | CallProblem> => answerOrProblem(call(registerCalls.form, {}))

/** Answers the problem where it was refused. */
export const askLink = (sent: Sent<typeof registration.save>): Promise<CallProblem | null> => problemIn(call(registerCalls.save, sent))

/** Whose link it is. */
export const lookAtLink = (link: string): Promise<Reply<typeof registration.look> | CallProblem> => answerOrProblem(call(registerCalls.look, { link }))

/** Answers the problem where it was refused. */
export const openAccount = (sent: Sent<typeof registration.confirm>): Promise<CallProblem | null> => problemIn(call(registerCalls.confirm, sent))
