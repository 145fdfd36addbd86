import type { ComponentProps } from 'react'
import { Choices } from '../ui/choices.tsx'

type TabsProps<Value extends string> = Omit<ComponentProps<typeof Choices<Value>>, 'className' | 'choiceClassName'>

/** Views of one screen; which one shows is the caller's to keep, usually in the address. */
export function Tabs<Value extends string>(views: TabsProps<Value>) {
  return (
    <Choices
      {...views}
      className="flex gap-1 overflow-x-auto border-b border-kumo-line px-3"
      choiceClassName="relative h-10 shrink-0 px-2 hover:text-kumo-default focus-visible:-outline-offset-2 aria-pressed:font-medium aria-pressed:text-kumo-default aria-pressed:after:absolute aria-pressed:after:inset-x-2 aria-pressed:after:bottom-0 aria-pressed:after:h-0.5 aria-pressed:after:bg-kumo-brand"
    />
  )
}
