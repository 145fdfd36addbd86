import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'nodeEnrolment.save': ({ name }) => ({ name: `node of ${name}` }),
  'nodeEnrolment.status': ({ enrolmentId }) => ({ id: enrolmentId, isEnabled: 1 }),
  'nodeEnrolment.delete': ({ enrolmentId }) => ({ ids: String(enrolmentId) }),
  'nodeEnrolment.enrol': ({ enrolmentToken }) => ({ token: enrolmentToken }),
}
