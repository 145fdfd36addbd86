import type { ComponentProps } from 'react'
import { Choices } from '../../../ui/choices.tsx'

type SegmentsProps<Value extends string> = Omit<ComponentProps<typeof Choices<Value>>, 'className' | 'choiceClassName'>

/** Choices as the panels of the dashboard show them. */
export function Segments<Value extends string>(choices: SegmentsProps<Value>) {
  return (
    <Choices
      {...choices}
      className="inline-flex rounded-md border border-kumo-line p-px"
      choiceClassName="h-6 rounded-[5px] px-2 transition-colors hover:text-kumo-default aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default"
    />
  )
}
