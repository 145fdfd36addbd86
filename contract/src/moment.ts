import * as z from 'zod/mini'

/** A moment that a caller names, ISO 8601 with its zone; a Date on the server. */
export const Moment = z.pipe(
  z.iso.datetime({ offset: true, error: 'invalid_value' }),
  z.transform((text: string) => new Date(text)),
)
