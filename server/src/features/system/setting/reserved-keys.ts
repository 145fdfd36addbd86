/*
 * Records of the same table that are no business of these calls: each is changed through a door of its own, which
 * keeps a rule that a plain save would break.
 */

/** What the platform keeps for itself: a signed licence, how long logs are kept (a lock nobody lifts), which world was seeded. */
export const reservedKeys: readonly string[] = ['LICENCE', 'LOG_CONFIG', 'SEEDED_WORLD']
