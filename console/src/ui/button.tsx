import type { ComponentProps, ReactNode } from 'react'
import { dangerButton, iconButton, menuItem, primaryButton, quietButton, smallIconButton, textLink } from './classes.ts'

export type ButtonProps = ComponentProps<'button'>

const looks = {
  primary: primaryButton,
  quiet: quietButton,
  danger: dangerButton,
  item: menuItem,
  link: `cursor-pointer disabled:cursor-not-allowed disabled:no-underline ${textLink}`,
}

/** A button of text in one of the looks; it submits nothing unless it says so. */
export function Button({ look, type = 'button', className, ...rest }: ButtonProps & { look: keyof typeof looks }) {
  return <button type={type} className={className ? `${looks[look]} ${className}` : looks[look]} {...rest} />
}

/** The one main action of a view. */
export const PrimaryButton = (rest: ButtonProps) => <Button look="primary" {...rest} />
export const QuietButton = (rest: ButtonProps) => <Button look="quiet" {...rest} />
export const DangerButton = (rest: ButtonProps) => <Button look="danger" {...rest} />
/** An entry of a menu that a popover shows. */
export const MenuItem = (rest: ButtonProps) => <Button look="item" {...rest} />
/** Looks like a link inside text, and does something here. */
export const LinkButton = (rest: ButtonProps) => <Button look="link" {...rest} />

export type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & {
  /** What it does: its name, and its tooltip unless `title` says it shorter. */
  label: string
  icon: ReactNode
}

/** A square button with an icon. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={className ? `${iconButton} ${className}` : iconButton} {...rest}>
      {icon}
    </button>
  )
}

const sizes = { 5: 'size-5 rounded-sm', 6: 'size-6 rounded-md', 7: 'size-7 rounded-md' }

/** One within a line of text, a field or a row. */
export function SmallIconButton({ size = 6, label, icon, className = '', ...rest }: IconButtonProps & { size?: keyof typeof sizes }) {
  return (
    <button type="button" aria-label={label} title={label} className={`${smallIconButton} ${sizes[size]} ${className}`} {...rest}>
      {icon}
    </button>
  )
}
