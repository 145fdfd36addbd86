import { platformActor } from '../access/actor.ts'

export const seedActorName = 'seed'

/** Whose name stands in the audit trail for what a seeding does. */
export const seedActor = platformActor(seedActorName)
