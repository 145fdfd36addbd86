import { describe, expect, test } from 'vitest'
import { decodeFile } from './file-text.ts'

describe('a file is read in the encoding and by the lines it has', () => {
  test.each([
    ['UTF-8', [0x3b, 0xe4, 0xb8, 0xad], ';中', 'UTF-8'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x40], '@', 'UTF-8'],
    ['what is no UTF-8 as GB18030', [0x3b, 0xd6, 0xd0], ';中', 'GB18030'],
    ['lines that end in carriage returns alone', [0x61, 0x0d, 0x62, 0x0d], 'a\nb\n', 'UTF-8'],
    ['those of GB18030', [0xd6, 0xd0, 0x0d, 0x62], '中\nb', 'GB18030'],
    ['lines that end in both, as they are', [0x61, 0x0d, 0x0a, 0x62], 'a\r\nb', 'UTF-8'],
  ] as const)('%s', (_, bytes, text, encoding) => {
    expect(decodeFile(new Uint8Array(bytes))).toEqual({ text, encoding })
  })
})
