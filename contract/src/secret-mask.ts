/** What stands in place of a secret wherever it is shown; sent back, it keeps the secret that is stored. */
export const secretMask = '******'
