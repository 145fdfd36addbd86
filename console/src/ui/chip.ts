/** A filter that says its value; accented while it is on. */
export const filterChip = (isOn: boolean): string =>
  `relative inline-flex h-8 shrink-0 items-center gap-1 rounded-md border px-2.5 text-sm transition-colors ${isOn ? 'border-np-accent bg-kumo-brand/10 text-np-accent' : 'border-kumo-line bg-kumo-base text-kumo-subtle hover:text-kumo-default'}`
