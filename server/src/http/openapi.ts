import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '@nameplane/contract/envelope'
import { pathParameters, type Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { problemText } from '@nameplane/contract/problems'
import { apiRoots } from './server.ts'

type Schema = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return rest
}

function parametersOf(endpoint: Endpoint): Schema[] {
  const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Schema>; required?: string[] }
  const inPath = pathParameters(endpoint.path)
  return Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.includes(name) || endpoint.method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (input.required ?? []).includes(name),
      schema,
    }))
}

function replySchema(endpoint: Endpoint): Schema {
  const reply = schemaOf(endpoint.reply, 'output') as { properties?: Record<string, Schema>; required?: string[] }
  return {
    type: 'object',
    properties: { code: { const: 1 }, msg: { type: 'string' }, ...reply.properties },
    required: ['code', 'msg', ...(reply.required ?? [])],
  }
}

/** The contract as OpenAPI 3.1: nothing here is written by hand, so it cannot be out of date. */
export function openApiDocument(version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const { noun, verb, endpoint } of endpoints) {
    const operation: Schema = {
      operationId: `${noun}.${verb}`,
      tags: [noun],
      summary: endpoint.summary,
      description: [
        endpoint.access === 'public'
          ? 'No sign-in required'
          : endpoint.access === 'session'
            ? 'Requires a signed-in user'
            : typeof endpoint.access === 'string'
              ? `Requires the permission \`${endpoint.access}\``
              : `Requires the permission for what the call names, one of ${endpoint.access.map((right) => `\`${right}\``).join(', ')}`,
        ...endpoint.problems.map((code) => `\`${code}\`: ${problemText(code, 'en')}`),
      ].join('\n\n'),
      parameters: parametersOf(endpoint),
      ...(endpoint.method === 'POST'
        ? {
            requestBody: {
              content: {
                'application/json': { schema: schemaOf(endpoint.input, 'input') },
                'application/x-www-form-urlencoded': { schema: schemaOf(endpoint.input, 'input') },
                ...(endpoint.takes === 'parts' ? { 'multipart/form-data': { schema: schemaOf(endpoint.input, 'input') } } : {}),
              },
            },
          }
        : {}),
      responses: {
        200: {
          description: 'Success, or a refusal with a code other than 1',
          content:
            endpoint.answers === 'json'
              ? { 'application/json': { schema: { anyOf: [replySchema(endpoint), { $ref: '#/components/schemas/Refusal' }] } } }
              : { '*/*': {} },
        },
      },
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }, { key: [] }, { cookie: [], token: [] }],
    }
    ;(paths[`/${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nameplane',
      version,
      description: 'Success has `code: 1`. A refusal has another code, `msg` in the language of Accept-Language, `problem` and, for invalid input, `fields`.',
    },
    servers: apiRoots.map((root) => ({ url: root.slice(0, -1) })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(Refusal, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'np_session' },
        token: { type: 'apiKey', in: 'header', name: 'token' },
      },
    },
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The same as one readable page without a script. */
function apiPage(version: string): string {
  const sections = endpoints.map(({ noun, verb, endpoint }) => {
    const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(', ')
    const block = (title: string, schema: Schema): string =>
      `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(schema, null, 2))}</pre></details>`
    return `<section id="${noun}.${verb}"><h2><b>${endpoint.method}</b> <code>${escaped(endpoint.path)}</code></h2><p>${escaped(endpoint.summary)}</p><p>${access} · ${endpoint.effect}${endpoint.problems.length > 0 ? ` · ${endpoint.problems.map((code) => `<code>${code}</code>`).join(' ')}` : ''}</p>${block('input', schemaOf(endpoint.input, 'input'))}${endpoint.answers === 'json' ? block('reply', replySchema(endpoint)) : ''}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nameplane API</title><link rel="stylesheet" href="docs.css"></head><body><main><h1>Nameplane API ${escaped(version)}</h1><p>Generated from the contract. <a href="openapi.json">openapi.json</a></p>${sections.join('\n')}</main></body></html>`
}

const style =
  'body{font:14px/1.5 system-ui;margin:0;color:#1c2024;background:#fff}main{max-width:60rem;margin:2rem auto;padding:0 1rem}h2{font-size:15px;margin:2rem 0 .25rem}h2 b{color:#0b62d6}code,pre{font:12px ui-monospace,monospace}pre{background:#f5f6f8;padding:.75rem;overflow:auto;border-radius:6px}p{margin:.25rem 0}@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#111315}pre{background:#1b1e22}h2 b{color:#6aa9ff}a{color:#6aa9ff}}'

/** Mounts `docs`, `docs.css` and `openapi.json` below both roots. They are made when somebody reads them first: few do, and they are large. */
export function serveApiPages(app: FastifyInstance, version: string): void {
  let document: string | null = null
  let page: string | null = null
  for (const root of apiRoots) {
    app.get(`${root}openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApiDocument(version)))),
    )
    app.get(`${root}docs`, async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= apiPage(version))))
    app.get(`${root}docs.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  }
}
