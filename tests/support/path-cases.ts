/*
 * Names and paths as somebody writes them who wants a file that is not meant for them. Each leads to one of the targets, should
 * anything on its way decode, normalise or join it.
 */

/** Ways to write one step upwards, the separator included. */
const stepsUp = [
  '../',
  '..\\',
  '....//',
  '....\\\\',
  '..;/',
  './../',
  '%2e%2e/',
  '..%2f',
  '%2e%2e%2f',
  '%2E%2E%5C',
  '..%5c',
  '%252e%252e%252f',
  '..%252f',
  '%25252e%25252e%25252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%e0%80%af',
  '..%ef%bc%8f',
  '..%u2215',
  '．．／',
  '․․/',
  '..∕',
  '..⁄',
  '。。/',
  '..\u0000/',
  '..%00/',
]

/** Before or after the steps, what some systems take away. */
const wrappings: readonly ((path: string) => string)[] = [(path) => path, (path) => `/${path}`, (path) => `assets/${path}`, (path) => `${path}%00.png`]

/** How deep a folder may be from which a step leads back. */
const depths = [1, 3, 8]

/** At least 300 cases. `outside` are files by absolute path that exist and are not to be had. */
export function pathCases(outside: readonly string[], marker: string): string[] {
  const relative = outside.map((path) => path.replace(/^\//, ''))
  const climbing = stepsUp.flatMap((step) =>
    depths.flatMap((depth) =>
      wrappings.map((wrapped, index) => wrapped(step.repeat(depth) + (index % 2 === 0 ? relative[index % relative.length]! : `${marker}.txt`))),
    ),
  )
  const absolute = outside.flatMap((path) => [
    path,
    `/${path}`,
    `file://${path}`,
    `file:${path}`,
    `\\\\127.0.0.1\\c$${path.replaceAll('/', '\\')}`,
    `\\\\?\\C:${path.replaceAll('/', '\\')}`,
    `//127.0.0.1${path}`,
    encodeURIComponent(path),
    encodeURIComponent(encodeURIComponent(path)),
    `${path}\u0000`,
    `${path}\u0000.png`,
    `${path}%00.png`,
    `~root${path}`,
    `$HOME${path}`,
    `\${HOME}${path}`,
    `/proc/self/root${path}`,
    `/proc/self/cwd/../..${path}`,
  ])
  const windows = [
    'C:\\Windows\\win.ini',
    'c:/windows/win.ini',
    'C:win.ini',
    'CON',
    'NUL',
    'aux.txt',
    'COM1',
    'LPT1.png',
    `${marker}.txt::$DATA`,
    'x. . .',
    'x ',
    '.. ',
    '..\\',
  ]
  const odd = [
    '.',
    '..',
    '...',
    '/',
    '\\',
    '\u0000',
    '%00',
    '\r\nset-cookie: a=b',
    `${marker}\n`,
    `‮${marker}gpj.exe`,
    '.git/config',
    '.env',
    'package.json',
    '../package.json',
    'a'.repeat(5000),
    `${'../'.repeat(1000)}etc/passwd`,
    `${'a/'.repeat(1000)}${marker}`,
    `${'./'.repeat(500)}../../etc/passwd`,
    '-rf',
    `|touch ${marker}`,
    `;touch /tmp/${marker};`,
    `$(touch /tmp/${marker})`,
    '*',
    '?',
    '{a,b}',
  ]
  return [...new Set([...climbing, ...absolute, ...windows, ...odd])]
}
