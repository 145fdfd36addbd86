import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { record } from '@nameplane/contract/dns/record'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { update } from '@nameplane/contract/home/update'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { email } from '@nameplane/contract/system/email'
import { site } from '@nameplane/contract/system/site'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { pathCases } from '../support/path-cases.ts'
import { freePorts } from '../support/free-port.ts'
import { giveLineTable, startServer, type ServerProcess } from '../support/server-process.ts'

/*
 * One server as an operator runs it, and files that are none of its own: names that lead elsewhere, and uploads that unpack to more
 * than they seem. What it opens is looked for in every answer, what it makes in every folder around it; what it costs is read from /proc.
 */

const workshop = mkdtempSync(join(tmpdir(), 'nameplane-files-'))
const marker = `npcanary${workshop.slice(-6).toLowerCase()}`
const secretText = `the text of ${marker} that nobody may read`
const dataFolder = join(workshop, 'platform')
const token = `files_${'t'.repeat(40)}`
const beside = join(workshop, `${marker}.txt`)
const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

let server: ServerProcess
let port: number
let domainId: number
let siteRow: number
let masterKey: Buffer

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A request exactly as written: no client puts the path in order. A path that no client would send is sent all the same. */
async function raw(method: string, path: string, { body, type }: { body?: Buffer | string; type?: string } = {}): Promise<Answer> {
  // What a request line cannot hold at all is encoded; everything else goes out as its bytes.
  const isSign = (sign: string): boolean => sign > ' ' && sign !== '\u007f'
  const line = Array.from(Buffer.from(path).toString('latin1'), (sign) => (isSign(sign) ? sign : encodeURIComponent(sign))).join('')
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      {
        port,
        host: '127.0.0.1',
        method,
        path: line.startsWith('/') ? line : `/${line}`,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-language': 'en',
          ...(type ? { 'content-type': type } : {}),
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
const call = (endpoint: Endpoint, input: unknown): Promise<Answer> =>
  endpoint.method === 'GET'
    ? raw('GET', `/api/${endpoint.path}?${new URLSearchParams(input as Record<string, string>).toString()}`)
    : raw('POST', `/api/${endpoint.path}`, { body: JSON.stringify(input), type: 'application/json' })
const jsonOf = ({ body }: Answer) => JSON.parse(body.toString()) as { code: number; problem?: string; data: Record<string, never> }

/** A form with one file; its name goes out as it is. */
const upload = (endpoint: Endpoint, part: string, content: Buffer, fileName: string, fields: Record<string, string> = {}): Promise<Answer> =>
  raw('POST', `/api/${endpoint.path}`, {
    type: 'multipart/form-data; boundary=cut',
    body: Buffer.concat([
      ...Object.entries(fields).map(([name, value]) => Buffer.from(`--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)),
      Buffer.from(
        `--cut\r\ncontent-disposition: form-data; name="${part}"; filename="${fileName.replace(/["\r\n]/g, '_')}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--cut--\r\n'),
    ]),
  })

beforeAll(async () => {
  mkdirSync(dataFolder, { mode: 0o700 })
  giveLineTable(dataFolder)
  writeFileSync(beside, secretText)
  ;({ port } = await freePorts())
  server = startServer({
    NAMEPLANE_DATA: dataFolder,
    NAMEPLANE_PORT: String(port),
    NAMEPLANE_DNS_PORT: '0',
    NAMEPLANE_ADMIN_PASSWORD: 'correct horse 7',
    NAMEPLANE_ADMIN_TOKEN: token,
  })
  await server.ready()
  masterKey = readFileSync(join(dataFolder, 'master.key'))
  domainId = jsonOf(await call(domain.save, { domain: 'files.example' })).data['id']!
  siteRow = (JSON.parse((await call(setting.ofKey, { key: siteSettings.key })).body.toString()) as { config: { id: number } }).config.id
})
afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  rmSync(workshop, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

describe('a path that leads elsewhere', () => {
  const cases = pathCases(['/etc/passwd', beside, join(dataFolder, 'master.key'), join(projectFolder, 'package.json')], marker)
  const picture = createCanvas(8, 8).toBuffer('image/png')
  const mostAtOnce = 8

  /** Where a path can be put in. */
  const surfaces: readonly (readonly [string, (path: string) => Promise<Answer>])[] = [
    ['a file of the console', (path) => raw('GET', path)],
    ['an asset of the console', (path) => raw('GET', `/assets/${path}`)],
    ['the directory of users', (path) => raw('GET', `/users/${path}`)],
    ['the path of the API', (path) => raw('GET', `/api/${path}`)],
    ['the other path of the API', (path) => raw('GET', `/antsxdp/${path}`)],
    ['a picture of the site', (path) => raw('GET', `/api/${site.picture.path.replace('{key}', path)}`)],
    ['an image of a message', (path) => raw('GET', `/api/${message.image.path.replace('{key}', encodeURIComponent(path))}`)],
    ['the name of a picture sent', (path) => upload(site.addPicture, 'image', picture, path)],
    ['the name of an image sent', (path) => upload(message.addImage, 'image', Buffer.from('no image'), path)],
    ['the name of an update sent', (path) => upload(update.upload, 'archive', Buffer.from('no update'), path)],
    ['the name of a backup sent', (path) => upload(backup.import, 'file', Buffer.from('no backup'), path, { passphrase: 'correct horse battery' })],
    ['a backup to restore', (path) => call(backup.import, { name: path, passphrase: 'correct horse battery' })],
    ['a backup to download', (path) => call(backup.download, { name: path })],
    ['a backup to verify', (path) => call(backup.verify, { name: path, passphrase: 'correct horse battery' })],
    ['a backup to delete', (path) => call(backup.delete, { names: [path] })],
    ['the user directory', (path) => call(setting.update, { id: siteRow, paramValue: { userDir: path.replace(/^(?=[\w-]*$)/, '../') } })],
    ['a logo of the site', (path) => call(setting.update, { id: siteRow, paramValue: { userDir: 'users', logo: path } })],
    [
      'the template of a letter',
      (path) => call(email.test, { scenario: path, language: 'en', subject: 'x', html: `<img src="${path}">`, target: 'a@files.example' }),
    ],
    ['the key of a setting', (path) => call(setting.ofKey, { key: path })],
    [
      'a zone file that includes it',
      (path) => call(record.import, { domainId, text: `$INCLUDE ${path}\n$INCLUDE "${path}" @\n`, mode: 'add', skipRefused: true }),
    ],
    ['a log by its name', (path) => raw('GET', `/api/dns/log/users/${path}`)],
    ['a log to export', (path) => call(log.operationExport, { audience: path, format: 'csv' })],
  ]

  /** The beginnings of what lies at the targets. */
  const texts = (): [string, Buffer][] => [
    ['passwords of the system', Buffer.from('root:x:0:')],
    ['a file beside the data folder', Buffer.from(secretText)],
    ['the master key', masterKey.subarray(0, 24)],
    ['the project', Buffer.from('"devDependencies"')],
  ]

  /** No path has made a file, within the data folder or outside it. */
  function expectNothingMade(): void {
    const made = [tmpdir(), '/', process.cwd(), projectFolder, join(projectFolder, 'console'), '/root', '/etc'].flatMap((folder) =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => name.includes(marker) && join(folder, name) !== workshop)
            .map((name) => join(folder, name))
        : [],
    )
    expect(made).toEqual([])
    expect(readdirSync(workshop).toSorted()).toEqual([`${marker}.txt`, 'platform'].toSorted())
    const within = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('database/'))
    expect(within.filter((name) => name.includes(marker) || /passwd|\.exe|\.git|\.env|%|\.\./.test(name))).toEqual([])
    expect(readFileSync(beside, 'utf8')).toBe(secretText)
    expect(readFileSync(join(dataFolder, 'master.key')).equals(masterKey)).toBe(true)
  }

  // Paths are put in where the directory of users is one.
  beforeAll(async () => void jsonOf(await call(setting.update, { id: siteRow, paramValue: { userDir: 'users' } })))

  it('is one of 300 at least', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
    expect(existsSync(beside) && existsSync('/etc/passwd')).toBe(true)
  })

  it('is put in where the directory of users is one', async () => {
    expect(jsonOf(await call(setting.update, { id: siteRow, paramValue: { userDir: 'users' } }))).toMatchObject({ code: 1 })
    if (existsSync(join(projectFolder, 'console', 'dist', 'index.html'))) expect((await raw('GET', '/users/')).status).toBe(200)
  })

  it.each(surfaces)('opens no file as %s', { timeout: 120_000 }, async (_, ask) => {
    for (let from = 0; from < cases.length; from += mostAtOnce) {
      const some = cases.slice(from, from + mostAtOnce)
      const answers = await Promise.all(some.map(ask))
      for (const [index, { status, body }] of answers.entries()) {
        expect([
          some[index],
          texts()
            .filter(([, text]) => body.includes(text))
            .map(([what]) => what),
        ]).toEqual([some[index], []])
        expect([some[index], status < 500]).toEqual([some[index], true])
      }
    }
    expectNothingMade()
  })
})

/** What the server process has used up, and the most memory it had since this was asked with `true`. */
function costOf(pid: number, begin: boolean): { cpuSeconds: number; residentMb: number; mostMb: number } {
  if (begin) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)![1]) / 1024
  // After the name in brackets, which may hold spaces: the 12th and 13th are its time in user and kernel mode, in hundredths.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, residentMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM') }
}

describe.runIf(process.platform === 'linux')('a file that is not what it seems', () => {
  const cpuSeconds = 2
  const growthMb = 100

  const chunk = (name: string, content: Buffer): Buffer => {
    const whole = Buffer.alloc(12 + content.length)
    whole.writeUInt32BE(content.length, 0)
    whole.write(name, 4, 'latin1')
    content.copy(whole, 8)
    whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length)
    return whole
  }
  /** A whole PNG of one bit a point, as small as it can be packed. */
  function pngOf(width: number, height: number): Buffer {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head[8] = 1
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  /** A ZIP archive of entries that all say their content is this, `size` bytes long. */
  function zipOf(entries: number, packed: Buffer, size: number): Buffer {
    const locals: Buffer[] = []
    const central: Buffer[] = []
    let at = 0
    for (let index = 0; index < entries; index += 1) {
      const name = Buffer.from(`xl/${index}.xml`)
      const local = Buffer.alloc(30)
      local.write('PK\u0003\u0004', 0, 'latin1')
      local.writeUInt16LE(8, 8)
      local.writeUInt32LE(packed.length, 18)
      local.writeUInt32LE(size, 22)
      local.writeUInt16LE(name.length, 26)
      const entry = Buffer.alloc(46)
      entry.write('PK\u0001\u0002', 0, 'latin1')
      entry.writeUInt16LE(8, 10)
      entry.writeUInt32LE(packed.length, 20)
      entry.writeUInt32LE(size, 24)
      entry.writeUInt16LE(name.length, 28)
      entry.writeUInt32LE(at, 42)
      locals.push(local, name, packed)
      central.push(entry, name)
      at += 30 + name.length + packed.length
    }
    const directory = Buffer.concat(central)
    const end = Buffer.alloc(22)
    end.write('PK\u0005\u0006', 0, 'latin1')
    end.writeUInt16LE(entries % 65_536, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(at, 16)
    return Buffer.concat([...locals, directory, end])
  }
  const zeros = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
  const bomb = zipOf(50, zeros, 64 * 1024 * 1024)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const html = '<!doctype html><html><body onload="alert(1)"><script>alert(1)</script>'

  const files: readonly (readonly [string, Buffer])[] = [
    ['an SVG with a script', Buffer.from(svg)],
    [
      'an SVG of nested entities',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(5000)}">${'<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'.repeat(20)}]>${svg}`),
    ],
    ['a page of HTML', Buffer.from(html)],
    ['a page that begins as a GIF', Buffer.from(`GIF89a/*${html}*/=1`)],
    ['a page that begins as a PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)])],
    ['a PNG of 50,000 × 50,000 points', pngOf(50_000, 50_000)],
    ['a PNG of one line of 2,000,000,000 points', pngOf(2_000_000_000, 1)],
    ['an archive that unpacks to a thousand times its size', bomb],
    ['an archive of 100,000 entries', zipOf(100_000, deflateRawSync(Buffer.from('x')), 1)],
    ['an archive in an archive in an archive', zipOf(10, deflateRawSync(zipOf(10, deflateRawSync(bomb), bomb.length)), 1_000_000)],
    ['a gzip of zeros', gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })],
  ]
  const doors: readonly (readonly [string, (content: Buffer) => Promise<Answer>])[] = [
    ['a picture of the site', (content) => upload(site.addPicture, 'image', content, 'a.png')],
    ['an image of a message', (content) => upload(message.addImage, 'image', content, 'a.png')],
    ['a backup to restore', (content) => upload(backup.import, 'file', content, 'a.npb', { passphrase: 'correct horse battery', dryRun: 'true' })],
    ['an update', (content) => upload(update.upload, 'archive', content, 'a.tgz')],
    ['a workbook of records', (content) => call(record.workbook, { domainId, content: content.toString('base64') })],
  ]

  describe.each(doors)('as %s', (_, send) => {
    it.each(files)('is refused when it is %s, before it costs anything', { timeout: 60_000 }, async (_name, content) => {
      await send(Buffer.from('nothing'))
      const before = costOf(server.pid, true)
      const answer = jsonOf(await send(content))
      const after = costOf(server.pid, false)
      expect(answer).toMatchObject({ code: 500, problem: expect.stringMatching(/^(image_|backup_|update_|workbook_|too_large|body_)/) as string })
      expect(after.cpuSeconds - before.cpuSeconds).toBeLessThan(cpuSeconds)
      expect(after.mostMb - before.residentMb).toBeLessThan(growthMb)
    })
  })

  it('and a picture with a page behind it is drawn anew, and served as a picture only, under a name of ours', async () => {
    const picture = Buffer.concat([createCanvas(40, 30).toBuffer('image/png'), Buffer.from(html)])
    const { data } = jsonOf(await upload(site.addPicture, 'image', picture, '../../page.html'))
    expect(data['path']).toMatch(/^\/api\/sys_common\/picture\/[\w-]{22}$/)
    const { status, headers, body } = await raw('GET', data['path']!)
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/webp', 'nosniff'])
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.includes('script')).toBe(false)
  })
})
