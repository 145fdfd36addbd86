/** `waiting`: not transferred yet; `failing`: served as it was, since no primary gives it; `expired`: no longer served (RFC 1035 §3.3.13). */
export const primaryStates = ['waiting', 'current', 'failing', 'expired'] as const
export type PrimaryState = (typeof primaryStates)[number]
