/** What no form of a bulk operation asks: it is decided with the preview. */
export const decidedWithPreview = { acknowledged: true, confirm: true, key: true, at: true, watchMinutes: true, watchThreshold: true, dryRun: true } as const
