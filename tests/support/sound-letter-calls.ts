import type { SmallWorld } from './small-world.ts'

/** Sound inputs of the calls on letters; see sound-calls.ts. */
export const soundLetterCalls: Record<string, (world: SmallWorld) => Record<string, unknown>> = {
  'letter.list': ({ name }) => ({ search: name, state: 'failed' }),
  'letter.retry': ({ letterId }) => ({ ids: [letterId] }),
  'letter.test': ({ name }) => ({ scenario: 'test', language: 'en', subject: 'A test', html: '<p>{{server}}</p>', target: `admin@${name}` }),
}
