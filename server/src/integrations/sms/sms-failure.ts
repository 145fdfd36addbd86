import { CloudProblem } from '../cloud/cloud-problem.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { SmsProblem } from './sms.ts'

/** Turns what a call can throw into a problem of the port; faults of our own go on as they are. */
export function asSmsProblem(provider: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof OutboundProblem) throw new SmsProblem(cause.reason, `${provider}: ${cause.message}`, { mayHaveBeenSent: cause.mayHaveArrived, cause })
    if (cause instanceof CloudProblem) throw new SmsProblem(cause.code, cause.message, { mayHaveBeenSent: cause.code === 'bad-answer', cause })
    throw cause
  }
}
