import { CloudProblem } from '../cloud/cloud-problem.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { FaceProblem } from './face.ts'

/** Turns what a call can throw into a problem of the port; faults of our own go on as they are. */
export function asFaceProblem(cause: unknown): never {
  if (cause instanceof OutboundProblem) throw new FaceProblem(cause.reason, cause.message, 'silent', cause)
  if (cause instanceof CloudProblem) throw new FaceProblem(cause.code, cause.message, cause.code === 'bad-answer' ? 'silent' : 'refused', cause)
  throw cause
}

/** The vendor's page: https, on one of the vendor's own domains. @throws FaceProblem for anything else, before anybody is sent there */
export function vendorPage(value: unknown, domains: readonly string[]): string {
  const url = typeof value === 'string' && value.length <= 2048 && URL.canParse(value) ? new URL(value) : null
  const isTheirs = url !== null && url.protocol === 'https:' && url.username === '' && domains.some((domain) => url.hostname.endsWith(domain))
  if (!isTheirs) throw new FaceProblem('bad-answer', 'the page of the verification provider has another host', 'silent')
  return url.href
}

/** A provider's number of a check. @throws FaceProblem when it is none */
export function checkNumber(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w.-]{8,128}$/.test(value)) throw new FaceProblem('bad-answer', 'the verification provider returned no number', 'silent')
  return value
}
