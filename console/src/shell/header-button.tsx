import { PlainIconButton, type IconButtonProps } from '../ui/icon-button.tsx'

export const headerButton =
  'inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-np-header-text/75 transition-colors hover:bg-np-header-text/10 hover:text-np-header-text focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-np-header-text'

/** A button on the header. */
export const HeaderButton = (rest: IconButtonProps) => <PlainIconButton {...rest} className={headerButton} />
