/*
 * The looks of plain elements, for places where a component of the library would weigh more than it gives: the sign-in
 * page, the shell, rows of tables.
 */
const button =
  'inline-flex h-8 shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-kumo-focus'

/** The one main action of a view. */
export const primaryButton = `${button} bg-np-fill text-white hover:bg-np-fill-hover disabled:hover:bg-np-fill`
export const quietButton = `${button} border border-kumo-line bg-kumo-base text-kumo-default hover:bg-kumo-tint`
export const dangerButton = `${button} bg-np-danger text-white hover:opacity-90`

/** A one-line field; `aria-invalid` turns its line red. */
export const textField =
  'h-8 w-full rounded-md border border-np-field bg-kumo-control px-2.5 text-base text-kumo-default transition-colors placeholder:text-kumo-placeholder hover:border-np-field-hover focus-visible:border-kumo-focus focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-kumo-focus aria-invalid:border-np-danger disabled:opacity-60 [&[readonly]]:bg-kumo-recessed [&[readonly]]:text-kumo-subtle'

/** A link inside text. */
export const textLink =
  'text-kumo-link underline-offset-2 hover:underline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-kumo-focus rounded-xs'
