/** One letter to one person, as plain text. */
export type Letter = { to: string; subject: string; text: string }

/** The port to the mail server. Fakes of it stand in tests; the real one is `smtp-mail.ts`. */
export type Mail = {
  /** Whether there is a mail server to send with. */
  isSetUp(): Promise<boolean>
  /** Hands a letter to the mail server. @throws MailProblem when it does not take it */
  send(letter: Letter): Promise<void>
}

/** The letter was not sent; the message says why and holds no secret. */
export class MailProblem extends Error {}
