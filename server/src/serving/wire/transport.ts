/** How a query came: `tls` is DNS over TLS (RFC 7858), `https` is DNS over HTTPS (RFC 8484). */
export const transports = ['udp', 'tcp', 'tls', 'https'] as const
export type Transport = (typeof transports)[number]

/** Nobody on the way reads it: only the size of what is sent tells something. */
export const isEncrypted = (transport: Transport): boolean => transport === 'tls' || transport === 'https'
