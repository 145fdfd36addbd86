import * as z from 'zod/mini'

/** Success codes of the envelope, as the spec's client reads them: 1 or 0, also as strings (spec point 8). */
export const successCodes: readonly unknown[] = [1, 0, '1', '0']

/** The code of a lost session (spec point 8). */
export const lostSessionCode = 401

/** The code of every other enveloped refusal. */
export const refusalCode = 500

function refusal() {
  return z.object({
    code: z.union([z.number(), z.string()]),
    msg: z.string(),
    problem: z.string(),
    requestId: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.string())),
    /** The texts of those problems in the caller's language, for a browser that has not loaded them. */
    texts: z.optional(z.record(z.string(), z.string())),
    /** Values for the placeholders of the problem's text, and of its fields' texts, keyed by field. */
    params: z.optional(z.record(z.string(), z.unknown())),
  })
}

/**
 * What every refusal carries. `problem` is the stable identifier, `fields` maps a field's path to its problem.
 * Made by a call marked as pure: the sign-in page needs the codes of this file and must not load the schemas for them.
 */
export const Refusal = /* @__PURE__ */ refusal()
export type Refusal = z.infer<typeof Refusal>

export function isSuccess(code: unknown): boolean {
  return successCodes.includes(code)
}
