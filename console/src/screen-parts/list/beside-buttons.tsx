import { defineMessages, useText } from '../../i18n/messages.ts'
import { QuietButton } from '../../ui/button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'

const messages = defineMessages({ zh: { previous: '上一条', next: '下一条' }, en: { previous: 'Previous', next: 'Next' } })

/** To the rows beside one that is open. */
export type Beside = {
  /** Null at the ends of the page. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** The way to the rows beside one that is open. */
export function BesideButtons({ onPrevious, onNext }: Beside) {
  const text = useText(messages)
  const { first, last } = useText(partsMessages).reasons
  return (
    <>
      <QuietButton refusal={onPrevious === null ? first : null} onClick={onPrevious ?? undefined}>
        {text.previous}
      </QuietButton>
      <QuietButton refusal={onNext === null ? last : null} onClick={onNext ?? undefined}>
        {text.next}
      </QuietButton>
    </>
  )
}
