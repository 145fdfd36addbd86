import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/*
 * The built console, served from memory: compressed at build, never per request (performance.md: the same chunk costs
 * 50 µs like this, 800 µs through a static-file plugin and 20 ms compressed on the fly).
 */

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

const pagePath = '/index.html'

type Held = { plain: Buffer; br: Buffer | null; gz: Buffer | null; etag: string; contentType: string; isHashed: boolean }

/** Loads a built console; its page learns the API root from a meta element. */
export async function loadConsoleFiles(folder: string, apiRoot: string): Promise<Map<string, Held>> {
  const files = new Map<string, Held>()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const name of names) {
    const path = `/${relative(folder, name).split(sep).join('/')}`
    const contentType = contentTypes[extname(path)]
    if (!contentType || path.startsWith('/.vite/')) continue
    let plain = await readFile(name)
    const isPage = path === pagePath
    if (isPage) plain = Buffer.from(plain.toString('utf8').replace(/(<meta name="nameplane-api-root" content=")[^"]*(")/, `$1${apiRoot}$2`))
    const compressed = async (ending: string): Promise<Buffer | null> => (isPage || !names.includes(name + ending) ? null : readFile(name + ending))
    files.set(path, {
      plain,
      br: await compressed('.br'),
      gz: await compressed('.gz'),
      etag: etagOf(plain),
      contentType,
      isHashed: path.startsWith('/assets/'),
    })
  }
  return files
}

/** The page with what it must know before it asks: the content of its meta elements by their name. */
function filled(page: Held, values: Readonly<Record<string, string>>): Held {
  const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const text = Object.entries(values).reduce(
    (html, [name, value]) => html.replace(`<meta name="${name}" content="">`, () => `<meta name="${name}" content="${escaped(value)}">`),
    page.plain.toString('utf8'),
  )
  const plain = Buffer.from(text)
  return { ...page, plain, etag: etagOf(plain) }
}

function etagOf(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}

/** What of the console is asked for anew with each page: its values, and the directory below which users open it (empty: none). */
type ConsoleSite = { pageValues: () => Promise<Readonly<Record<string, string>>>; userDir: () => Promise<string> }

/** Answers the console's files, at the root and below the users' directory; every other path outside the API stays unknown. */
export function serveConsoleFiles(app: FastifyInstance, files: ReadonlyMap<string, Held>, { pageValues, userDir }: ConsoleSite): void {
  const send = (path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const held = files.get(path)!
    // Without the database the page still comes, and says itself what is amiss.
    const file = path === pagePath ? filled(held, await pageValues().catch(() => ({}))) : held
    reply
      .header('etag', file.etag)
      .header('vary', 'Accept-Encoding')
      .header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(file.contentType)
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br)
    if (file.gz && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gz)
    return reply.send(file.plain)
  }
  // Monitors and caches ask for the head alone.
  const method = ['GET', 'HEAD']
  for (const url of files.keys()) app.route({ method, url, handler: send(url) })
  if (files.has(pagePath)) app.route({ method, url: '/', handler: send(pagePath) })

  // A directory is a setting and may change at any time; the console's own files stand beside its page wherever that is.
  const isUserDir = async (dir: string): Promise<boolean> => dir !== '' && dir === (await userDir().catch(() => ''))
  app.route<{ Params: { dir: string } }>({
    method,
    url: '/:dir',
    handler: async (request, reply) => {
      if (!(await isUserDir(request.params.dir))) return reply.callNotFound()
      return reply.redirect(`/${request.params.dir}/`)
    },
  })
  app.route<{ Params: { dir: string; '*': string } }>({
    method,
    url: '/:dir/*',
    handler: async (request, reply) => {
      const path = `/${request.params['*']}`
      const file = path === '/' ? pagePath : path
      if (!files.has(file) || !(await isUserDir(request.params.dir))) return reply.callNotFound()
      return send(file)(request, reply)
    },
  })
}
