import { platformActor } from '../http/call.ts'

export const seedActorName = 'seed'

/** Whose name stands in the audit trail for what a seeding does. */
export const seedActor = platformActor(seedActorName)
