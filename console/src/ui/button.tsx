import type { ComponentProps } from 'react'
import { dangerButton, primaryButton, quietButton, textLink } from './classes.ts'

export type ButtonProps = ComponentProps<'button'> & {
  /** Why it cannot be used now: it is disabled and says so. Null or absent: it can. */
  refusal?: string | null | undefined
}

const looks = { primary: primaryButton, quiet: quietButton, danger: dangerButton, link: `cursor-pointer ${textLink}` }

/** A button of text in one of the looks; it submits nothing unless it says so. */
export function Button({ look, className = '', refusal, ...rest }: ButtonProps & { look: keyof typeof looks }) {
  return <button type="button" {...rest} {...refused(refusal)} className={`${looks[look]} ${className}`} />
}

/** What a control that cannot be used is given; nothing where it can. */
export const refused = (refusal: string | null | undefined) => (refusal ? { disabled: true, title: refusal } : {})

const buttonOf = (look: keyof typeof looks) => (rest: ButtonProps) => <Button look={look} {...rest} />

/** The one main action of a view. */
export const PrimaryButton = buttonOf('primary')
export const QuietButton = buttonOf('quiet')
export const DangerButton = buttonOf('danger')
/** Looks like a link inside text, and does something here. */
export const LinkButton = buttonOf('link')
