declare module 'vitest' {
  interface ProvidedContext {
    /** The platform that parts of the console are pressed on, and who signs in there. */
    pressedPlatform: { readonly url: string; readonly username: string; readonly password: string }
    /** Address of a name server that says what `elsewhere` holds. */
    previousServer: string
    /** A domain of the demo world with something on each of its pages, where the platform holds that world. */
    sweptDomain: { readonly domain: string; readonly id: number; readonly userId: number }
    /** A value of each setting, by its key, of which as many members as can be are not what they are by themselves. */
    filledSettings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/**
 * What the two resolvers of the pressed platform say: domains whose names begin so are delegated to these, or to the first of them alone, and
 * one resolver knows of a DS record. And what the previous name server of every domain answers below these hosts, and below all others.
 */
export const elsewhere = {
  delegatedPrefix: 'elsewhere-',
  onePrefix: 'elsewhere-one-',
  signedPrefix: 'elsewhere-signed-',
  nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'],
  answers: { mail: ['10 MAIL.Elsewhere.example.'], www: ['192.0.2.99'], api: ['192.0.2.3', '192.0.2.4'], gone: 'nxdomain', mute: 'silence' },
  otherAnswers: ['192.0.2.7'],
  ttlSeconds: 3600,
  ds: ['20326', '8', '2', 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D'],
} as const
