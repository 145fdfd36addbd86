/*
 * A new platform has a service group before anybody said what its nodes are called. Its name servers are names that nobody can own
 * (RFC 2606), and the console says so wherever it shows them.
 */
const zone = 'nameplane.example'

/** What the default service group begins with. */
export const placeholders = { mname: `ns1.${zone}`, rname: `hostmaster.${zone}`, nameservers: [`ns1.${zone}`, `ns2.${zone}`] } as const

/** Whether a name server is still one of those that the platform made up. */
export const isPlaceholder = (name: string): boolean => name.replace(/\.$/, '').toLowerCase().endsWith(`.${zone}`)
