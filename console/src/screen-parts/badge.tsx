export type Tone = 'good' | 'warning' | 'bad' | 'neutral'

const dots: Readonly<Record<Tone, string>> = { good: 'bg-kumo-success', warning: 'bg-kumo-warning', bad: 'bg-kumo-danger', neutral: 'bg-np-field-hover' }

/** A state: always a word, the colour only beside it. */
export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={`size-1.5 shrink-0 self-center rounded-full ${dots[tone]}`} />
      {text}
    </span>
  )
}
