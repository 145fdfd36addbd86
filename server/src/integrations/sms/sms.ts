import type { SmsScenarioKey, SmsVariables } from '@nameplane/contract/system/sms/sms-scenarios'

/** A text message of a scenario to one phone. */
export type SmsMessage<Key extends SmsScenarioKey = SmsScenarioKey> = {
  readonly scenario: Key
  /** As spec point 5 has it: 1, then digits. */
  readonly phone: string
  readonly values: SmsVariables<Key>
}

/** A message that somebody unknown has asked for. */
export type AskedSms<Key extends SmsScenarioKey = SmsScenarioKey> = Omit<SmsMessage<Key>, 'values'> & {
  /** The network address of whoever asked. */
  readonly address: string
  /** Called once the limits let the message through, so that a code that is not sent takes no older one's place. */
  readonly values: () => Promise<SmsVariables<Key>>
}

/** The port to the SMS provider. Fakes of it stand in tests; the real one is `platform-sms.ts`. */
export type Sms = {
  /** Whether a provider is on and has a template for this scenario that is on. */
  isSetUp(scenario: SmsScenarioKey): Promise<boolean>
  /** Hands a message to the provider within the limits of its phone and its asker. @throws SmsProblem when it is not taken */
  send<Key extends SmsScenarioKey>(message: AskedSms<Key>): Promise<void>
}

/**
 * The message was not sent, or nobody knows. `code` is the provider's own, or one of ours: `not-set-up`, `too-often`, `bad-answer`,
 * `bad-message`, `sealed`, and the reasons of OutboundProblem. The message holds no secret and no phone number.
 */
export class SmsProblem extends Error {
  override readonly name = 'SmsProblem'
  readonly code: string
  /** The provider may have sent it all the same. */
  readonly mayHaveBeenSent: boolean

  constructor(code: string, message: string, options: { mayHaveBeenSent?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.mayHaveBeenSent = options.mayHaveBeenSent ?? false
  }
}
