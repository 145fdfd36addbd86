import type { ComponentProps } from 'react'
import { dangerButton, primaryButton, quietButton, textLink } from './classes.ts'

export type ButtonProps = ComponentProps<'button'>

const looks = { primary: primaryButton, quiet: quietButton, danger: dangerButton, link: `cursor-pointer ${textLink}` }

/** A button of text in one of the looks; it submits nothing unless it says so. */
export function Button({ look, className = '', ...rest }: ButtonProps & { look: keyof typeof looks }) {
  return <button type="button" {...rest} className={`${looks[look]} ${className}`} />
}

const buttonOf = (look: keyof typeof looks) => (rest: ButtonProps) => <Button look={look} {...rest} />

/** The one main action of a view. */
export const PrimaryButton = buttonOf('primary')
export const QuietButton = buttonOf('quiet')
export const DangerButton = buttonOf('danger')
/** Looks like a link inside text, and does something here. */
export const LinkButton = buttonOf('link')
