import { textLink } from '../../../../ui/classes.ts'

type WhomToAskProps = {
  /** An email address, where the site names one. */
  contact: string | null
  text: { askAdministrator: string; askContact: string; sentenceEnd: string }
}

/** That nothing can be sent, and who helps. */
export function WhomToAsk({ contact, text }: WhomToAskProps) {
  return (
    <p>
      {contact === null ? (
        text.askAdministrator
      ) : (
        <>
          {text.askContact}
          <a href={`mailto:${contact}`} className={textLink}>
            {contact}
          </a>
          {text.sentenceEnd}
        </>
      )}
    </p>
  )
}
