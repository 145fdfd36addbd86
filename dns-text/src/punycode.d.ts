declare module 'punycode/punycode.js' {
  const punycode: {
    /** Code points to Punycode, without the prefix (RFC 3492 §6.3). */
    encode(text: string): string
    /** Punycode, without the prefix, to code points; throws RangeError (RFC 3492 §6.2). */
    decode(text: string): string
  }
  export default punycode
}
