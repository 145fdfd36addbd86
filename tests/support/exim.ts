import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * A real mail server, Exim, on an address of its own below 127/8, so that it is another machine for our rules, with a
 * certificate of its own authority. It takes letters for `inbox.test` from who signs in, and keeps them in a maildir.
 */

export type Exim = {
  readonly host: string
  readonly account: { readonly username: string; readonly password: string }
  /** PEM of the authority that its certificate is from. */
  readonly authority: string
  /** Letters delivered since, as bytes, after at least one has come. */
  received(): Promise<Buffer[]>
  log(): string
  stop(): Promise<void>
}

const nobody = 65_534

/** Absolute path of Exim, or null where there is none or where it cannot bind the ports of mail. */
export function findExim(): string | null {
  if (process.getuid?.() !== 0) return null
  return ['/usr/sbin/exim4', '/usr/sbin/exim'].find((path) => existsSync(path)) ?? null
}

/** A certificate for a host, and the authority that it is from. */
export function makeCertificate(folder: string, subjectAltName: string): { authority: string; certificate: string; key: string } {
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=authority of a test', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', ...key, '-subj', '/CN=mail server of a test', '-keyout', 'key.pem', '-out', 'request.pem')
  writeFileSync(join(folder, 'extensions'), `subjectAltName=${subjectAltName}\n`)
  openssl(
    'x509',
    '-req',
    '-in',
    'request.pem',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'extensions',
    '-out',
    'cert.pem',
  )
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  return { authority: read('ca.pem'), certificate: read('cert.pem'), key: read('key.pem') }
}

function configuration(folder: string, host: string, { username, password }: Exim['account']): string {
  return `keep_environment =
deliver_drop_privilege = true
exim_user = nobody
exim_group = nogroup
never_users =
primary_hostname = mail.inbox.test
spool_directory = ${folder}/state/spool
log_file_path = ${folder}/state/log-%s
pid_file_path = ${folder}/state/exim.pid
local_interfaces = ${host}
daemon_smtp_ports = 587 : 465
tls_on_connect_ports = 465
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
message_size_limit = 2M
acl_smtp_rcpt = check_rcpt
host_lookup =
domainlist local_domains = inbox.test
begin acl
check_rcpt:
  deny message = sign in first
       !authenticated = *
  deny message = no such mailbox
       local_parts = nobody
  defer message = greylisted, come back later
       local_parts = greylisted
  accept domains = +local_domains
  deny message = relay not permitted
begin routers
inbox:
  driver = accept
  domains = +local_domains
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${folder}/state/inbox
  maildir_format
  create_directory
  envelope_to_add
  return_path_add
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${username}}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = <| Username: | Password:
  server_condition = \${if and{{eq{$auth1}{${username}}}{eq{$auth2}{${password}}}}}
  server_set_id = $auth1
`
}

export async function startExim(): Promise<Exim> {
  const program = findExim()
  if (program === null) throw new Error('exim4 is not here: install the package exim4-daemon-light')
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-exim-'))
  chmodSync(folder, 0o755)
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(2, 255)}`
  const account = { username: 'platform@inbox.test', password: 'the right password' }
  const { authority } = makeCertificate(folder, `IP:${host}`)
  chmodSync(join(folder, 'key.pem'), 0o644)
  mkdirSync(join(folder, 'state'))
  chownSync(join(folder, 'state'), nobody, nobody)
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configuration(folder, host, account), { mode: 0o644 })
  let said = ''
  const daemon = spawn(program, ['-C', file, '-bdf'], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((settle) => daemon.once('exit', () => settle()))
  const inbox = join(folder, 'state', 'inbox', 'new')
  const log = (): string => {
    const main = join(folder, 'state', 'log-main')
    return existsSync(main) ? readFileSync(main, 'utf8') : said
  }
  const waitFor = async (what: string, isThere: () => boolean | Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 150; tries += 1) {
      if (await isThere()) return
      await new Promise((settle) => setTimeout(settle, 100))
    }
    throw new Error(`${what} did not come: ${log()}`)
  }
  const seen = new Set<string>()
  const fresh = (): string[] => (existsSync(inbox) ? readdirSync(inbox).filter((name) => !seen.has(name)) : [])
  await waitFor('Exim', () => answers(host))
  return {
    host,
    account,
    authority,
    async received() {
      await waitFor('a letter', () => fresh().length > 0)
      return fresh().map((name) => {
        seen.add(name)
        return readFileSync(join(inbox, name))
      })
    },
    log,
    async stop() {
      daemon.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(host: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(587, host)
    socket.once('error', () => settle(false))
    socket.once('data', () => {
      settle(true)
      socket.end('QUIT\r\n')
    })
  })
}
