import type { ButtonProps } from './button.tsx'

/** One of a menu's entries, or of a list that is chosen from. */
export const menuItem =
  'flex h-8 w-full cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus'

/** An entry of a menu that a popover shows. */
export const MenuItem = (rest: Omit<ButtonProps, 'refusal'>) => <button type="button" {...rest} className={menuItem} />
