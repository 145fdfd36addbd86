import { parentPort } from 'node:worker_threads'
import { powerdnsBodies } from '@nameplane/contract/dns/powerdns-api'
import { endpoints } from '@nameplane/contract/endpoints'
import type * as z from 'zod/mini'
import { Problem } from '../../problem.ts'
import { inputOfBytes } from './body-fields.ts'
import { callName, type BodyResult, type BodyTask } from './body-task.ts'

// A thread for large bodies: see LargeBodies. What the schema does not name never leaves it.
const schemas = new Map<string, z.core.$ZodType>([
  ...endpoints.map(({ endpoint }): [string, z.core.$ZodType] => [callName(endpoint), endpoint.input]),
  ...Object.entries(powerdnsBodies),
])

function answer({ call, kind, bytes, beside }: BodyTask): BodyResult {
  try {
    return { input: inputOfBytes(schemas.get(call)!, kind, bytes, beside) }
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const { code, params, fields, status } = cause
    return { problem: { code, params, fields, status } }
  }
}

parentPort!.on('message', (task: BodyTask) => parentPort!.postMessage(answer(task)))
