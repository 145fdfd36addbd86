import type { SmallWorld } from './small-world.ts'

/** Sound inputs of the calls on node installation; see sound-calls.ts. */
export const soundNodeEnrolmentCalls: Record<string, (world: SmallWorld) => Record<string, unknown>> = {
  'nodeEnrolment.save': ({ name }) => ({ name: `node of ${name}` }),
  'nodeEnrolment.status': ({ enrolmentId }) => ({ id: enrolmentId, isEnabled: 1 }),
  'nodeEnrolment.delete': ({ enrolmentId }) => ({ ids: String(enrolmentId) }),
  'nodeEnrolment.enrol': ({ enrolmentToken }) => ({ token: enrolmentToken }),
}
