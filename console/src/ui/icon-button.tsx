import type { ReactNode } from 'react'
import { refused, type ButtonProps } from './button.tsx'

/** A square button with an icon. */
export const iconButton =
  'inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-kumo-subtle transition-colors hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus disabled:cursor-not-allowed disabled:opacity-60'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & {
  /** What it does: its name, and its tooltip unless `title` says it shorter. */
  label: string
  icon: ReactNode
}

/** A button that shows an icon alone, however it looks. */
export function PlainIconButton({ label, icon, refusal, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} {...refused(refusal)}>
      {icon}
    </button>
  )
}

export const IconButton = ({ className = '', ...rest }: IconButtonProps) => <PlainIconButton {...rest} className={`${iconButton} ${className}`} />

const smallIconButton =
  'inline-flex shrink-0 cursor-pointer items-center justify-center text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus'
const sizes = { 5: 'size-5 rounded-sm', 6: 'size-6 rounded-md', 7: 'size-7 rounded-md' }

/** One within a line of text, a field or a row. */
export const SmallIconButton = ({ size = 6, className = '', ...rest }: IconButtonProps & { size?: keyof typeof sizes }) => (
  <PlainIconButton {...rest} className={`${smallIconButton} ${sizes[size]} ${className}`} />
)
