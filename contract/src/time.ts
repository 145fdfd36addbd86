import * as z from 'zod/mini'

/** A moment: a Date on the server, ISO 8601 in UTC on the wire. */
export const Time = z.pipe(
  z.pipe(
    z.date(),
    z.transform((moment: Date) => moment.toISOString()),
  ),
  z.string(),
)
