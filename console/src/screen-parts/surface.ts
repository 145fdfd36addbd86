/** What stands on a page: white, with a line around it. */
export const surface = 'rounded-lg border border-kumo-line bg-kumo-base'
/** What to take care of, and what has gone wrong, on a surface. */
export const warningNote = 'flex items-start gap-2 rounded-md border border-kumo-warning/40 bg-kumo-warning/10 px-3 py-2 text-sm'
export const dangerNote = 'mb-4 rounded-md border border-kumo-danger/40 bg-kumo-danger-tint px-3 py-2 text-sm'
