import type { IconButtonProps } from '../ui/button.tsx'

export const headerButton =
  'inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-np-header-text/75 transition-colors hover:bg-np-header-text/10 hover:text-np-header-text focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-np-header-text'

/** A button on the header. */
export function HeaderButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={`${headerButton} ${className}`} {...rest}>
      {icon}
    </button>
  )
}
