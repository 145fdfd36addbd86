import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { knotConfig, knotKey } from './knot.ts'
import { bindConfig, bindWords } from './primaries.ts'
import { findProgram, startDaemon, type Daemon } from './programs.ts'

/*
 * Name servers of others as secondaries of the name server on a port of 127.0.0.1, from which they take a zone with a key, and which they
 * give to anyone there.
 */

export type SecondaryServer = Pick<Daemon, 'said' | 'hasEnded' | 'stop'>

type SecondaryOptions = {
  readonly zone: string
  /** Further zones that Knot takes in the same way. */
  readonly besides?: readonly string[]
  /** It serves what this zone lists too (RFC 9432); without a key where it would not use it for these. */
  readonly isCatalog?: boolean
  readonly primaryPort: number
  readonly key: { readonly name: string; readonly algorithm: string; /** Base64. */ readonly secret: string }
  readonly port: number
  /** By TLS (RFC 9103), with a certificate of this host name from this authority. */
  readonly tls?: { readonly authorityFile: string; readonly hostName: string }
}

type Server = {
  readonly program: string
  readonly debian: string
  /** A file of the package that it needs beside the program. */
  readonly file?: string
  /** Whether it serves what a catalog zone lists, and whether it takes those zones with the key too. */
  readonly catalogs: 'none' | 'signed' | 'unsigned'
  readonly hasTls: boolean
  /** Types that it does not take, in lower case. */
  readonly omits?: readonly string[]
  /** Writes what it needs into the folder and gives the words that it is started with. */
  prepare(folder: string, options: SecondaryOptions): string[]
}

const bind: Server = {
  program: 'named',
  debian: 'bind9',
  catalogs: 'signed',
  hasTls: true,
  prepare(folder, { zone, isCatalog, primaryPort, key, port, tls }) {
    const primaries = `{ 127.0.0.1 port ${primaryPort} key "${key.name}"${tls === undefined ? '' : ' tls primary'}; }`
    const catalogs = isCatalog ? `catalog-zones { zone "${zone}" default-primaries ${primaries} in-memory yes min-update-interval 1; };` : ''
    const config = join(folder, 'named.conf')
    writeFileSync(
      config,
      `${bindConfig(folder, port, key, `allow-transfer { 127.0.0.1; }; allow-new-zones yes; ${catalogs}`)}
${tls === undefined ? '' : `tls primary { ca-file "${tls.authorityFile}"; remote-hostname "${tls.hostName}"; };`}
zone "${zone}" { type secondary; primaries ${primaries}; file "zone.db"; min-refresh-time 1; min-retry-time 1; max-records-per-type 0; };
`,
    )
    return bindWords(config)
  },
}

const knot: Server = {
  program: 'knotd',
  debian: 'knot',
  catalogs: 'signed',
  hasTls: false,
  prepare(folder, { zone, besides = [], isCatalog, primaryPort, key, port }) {
    const config = join(folder, 'knot.conf')
    writeFileSync(
      config,
      knotConfig(
        folder,
        port,
        `${knotKey(key)}remote:
  - id: primary
    address: 127.0.0.1@${primaryPort}
    key: ${key.name}
acl:
  - id: own
    address: 127.0.0.1
    action: [notify, transfer]
  - id: told
    address: 127.0.0.1
    key: ${key.name}
    action: notify
template:
  - id: default
    storage: "${folder}"
  - id: listed
    storage: "${folder}"
    master: primary
    acl: [own, told]
zone:
  - domain: ${zone}.
    template: listed
    refresh-min-interval: 2
${isCatalog ? '    catalog-role: interpret\n    catalog-template: listed\n' : ''}${besides.map((name) => `  - domain: ${name}.\n    template: listed\n    refresh-min-interval: 2\n`).join('')}`,
      ),
    )
    return ['-c', config]
  },
}

const nsd: Server = {
  program: 'nsd',
  debian: 'nsd',
  // From 4.9.
  catalogs: 'none',
  hasTls: true,
  prepare(folder, { zone, primaryPort, key, port, tls }) {
    const config = join(folder, 'nsd.conf')
    writeFileSync(
      config,
      `server:
  ip-address: 127.0.0.1@${port}
  do-ip6: no
  username: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: "${join(folder, 'nsd.pid')}"
  zonelistfile: "${join(folder, 'zone.list')}"
  xfrdfile: "${join(folder, 'xfrd.state')}"
  xfrdir: "${folder}"
  xfrd-reload-timeout: 0
  verbosity: 2
${tls === undefined ? '' : `  tls-cert-bundle: "${tls.authorityFile}"\n`}remote-control:
  control-enable: no
key:
  name: ${key.name}
  algorithm: ${key.algorithm}
  secret: "${key.secret}"
${tls === undefined ? '' : `tls-auth:\n  name: primary\n  auth-domain-name: ${tls.hostName}\n`}zone:
  name: ${zone}
  zonefile: "zone.db"
  request-xfr: 127.0.0.1@${primaryPort} ${key.name}${tls === undefined ? '' : ' primary'}
  allow-notify: 127.0.0.1 ${key.name}
  provide-xfr: 127.0.0.1 NOKEY
`,
    )
    return ['-d', '-c', config]
  },
}

const powerdnsSchema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'

const powerdns: Server = {
  program: 'pdns_server',
  debian: 'pdns-backend-sqlite3',
  file: powerdnsSchema,
  // 4.7 signs for the catalog zone alone.
  catalogs: 'unsigned',
  hasTls: false,
  // It makes them itself for zones that it signs.
  omits: ['cds', 'cdnskey'],
  prepare(folder, { zone, isCatalog, primaryPort, key, port }) {
    const database = join(folder, 'zones.sqlite3')
    const made = new DatabaseSync(database)
    made.exec(readFileSync(powerdnsSchema, 'utf8'))
    made.close()
    writeFileSync(
      join(folder, 'pdns.conf'),
      `launch=gsqlite3
gsqlite3-database=${database}
gsqlite3-pragma-synchronous=0
secondary=yes
xfr-cycle-interval=1
local-address=127.0.0.1
local-port=${port}
socket-dir=${folder}
allow-axfr-ips=127.0.0.1
cache-ttl=0
query-cache-ttl=0
negquery-cache-ttl=0
zone-cache-refresh-interval=0
receiver-threads=1
distributor-threads=1
retrieval-threads=1
security-poll-suffix=
loglevel=5
`,
    )
    const say = (...words: string[]): void => void execFileSync(findProgram('pdnsutil')!, [`--config-dir=${folder}`, ...words], { stdio: 'pipe' })
    say('import-tsig-key', key.name, key.algorithm, key.secret)
    say('create-secondary-zone', zone, `127.0.0.1:${primaryPort}`)
    if (isCatalog) say('set-kind', zone, 'consumer')
    else {
      say('activate-tsig-key', zone, key.name, 'secondary')
      say('set-meta', zone, 'IXFR', '1')
    }
    return [`--config-dir=${folder}`, '--daemon=no', '--guardian=no', '--disable-syslog']
  },
}

export type SecondaryName = 'BIND' | 'Knot' | 'NSD' | 'PowerDNS'
export const secondaryServers: Readonly<Record<SecondaryName, Server>> = { BIND: bind, Knot: knot, NSD: nsd, PowerDNS: powerdns }
export const secondaryNames = Object.keys(secondaryServers) as SecondaryName[]

/** @throws in CI, where none may be missing */
export function isSecondaryThere(name: SecondaryName): boolean {
  const { program, debian, file } = secondaryServers[name]
  const isThere = findProgram(program) !== null && (file === undefined || existsSync(file))
  if (!isThere && process.env['CI'] !== undefined) throw new Error(`${name} is needed in CI: install the package ${debian}`)
  return isThere
}

export function startSecondary(name: SecondaryName, options: SecondaryOptions): SecondaryServer {
  const { program, prepare } = secondaryServers[name]
  const folder = mkdtempSync(join(tmpdir(), `nameplane-${program}-`))
  return startDaemon(findProgram(program)!, prepare(folder, options), folder)
}
