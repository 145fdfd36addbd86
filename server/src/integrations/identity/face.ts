/** Who is to be looked at, and what the provider needs to do it. */
export type FaceRequest = {
  readonly name: string
  readonly idNumber: string
  /** Our own number, 32 letters and digits, used once. */
  readonly orderNo: string
  /** What the provider's script says of the browser; empty where there is none. */
  readonly metaInfo: string
  /** Where the provider may say that the check has ended, and a token that only it knows; null: it need not. */
  readonly callback: { readonly url: string; readonly token: string } | null
}

/** A check that has begun: the provider's page, and its number there. */
export type FaceBegun = { readonly url: string; readonly providerId: string }

/** How a check stands. `reason` is the provider's code, and holds nothing of the person. */
export type FaceResult = { readonly state: 'pending' | 'passed' | 'failed' | 'expired'; readonly reason: string }

/** Looks at faces: begins checks, and says how they stand. Only `query` is believed, never a browser or a callback. */
export type FaceProvider = {
  /** The rule or scene that checks are begun under. */
  readonly scene: string
  /** How long a person has to finish, in milliseconds. */
  readonly validMs: number
  /** @throws FaceProblem */
  begin(request: FaceRequest, signal?: AbortSignal): Promise<FaceBegun>
  /** `idNumber` is whom the result has to be about, where the provider says so. @throws FaceProblem */
  query(of: { readonly providerId: string; readonly scene: string; readonly idNumber: string }, signal?: AbortSignal): Promise<FaceResult>
  /** Makes a signed call that needs no person; settles when the keys are good. @throws FaceProblem */
  probe(signal?: AbortSignal): Promise<void>
}

/** A provider gave no usable answer, or refused. The message and the code hold nothing of the person and no key. */
export class FaceProblem extends Error {
  override readonly name = 'FaceProblem'
  /** The vendor's code, or why no answer came (`OutboundReason`, `bad-answer`). */
  readonly code: string
  /** `silent`: nobody answered, and asking later may help; `refused`: the vendor has said no. */
  readonly kind: 'silent' | 'refused'

  constructor(code: string, message: string, kind: 'silent' | 'refused', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.kind = kind
  }
}
