import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { counted } from '@nameplane/contract/counted'
import { isNetwork } from '@nameplane/dns-text/addresses'
import { readCertificate } from './certificate-files.ts'
import { prepareDataFolder, readOrMakeMasterKey } from './data-folder.ts'
import { EnvironmentProblem } from './environment-problem.ts'
import { masterKeyBytes, parseMasterKey } from './master-key.ts'

/** Deployment modes of the product: plain, or one of three named variants. */
export type DeploymentMode = '' | '176' | '179' | 'tw'

/** Ports of DNS by TLS and HTTPS (TCP, 0: off, one at least is on), and absolute paths of the certificate and its key. */
export type EncryptedDns = { readonly tlsPort: number; readonly httpsPort: number; readonly certificate: string; readonly key: string }

/** Everything the server is told from outside, checked, with the defaults filled in. */
export interface Environment {
  /** Address or host name the console and the API listen on. */
  readonly host: string
  readonly port: number
  /** Absolute path; exists, is writable, and is 0700. */
  readonly dataFolder: string
  /** `null`: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  /** Address or host name of the built-in DNS node. */
  readonly dnsHost: string
  /** UDP and TCP; 0 means that no node is wanted. */
  readonly dnsPort: number
  /** TCP, where the node answers HTTP with redirects; 0: nowhere. */
  readonly redirectPort: number
  /** Where the node answers DNS by TLS and HTTPS; null: nowhere. */
  readonly encrypted: EncryptedDns | null
  /** How many threads of the built-in node answer. */
  readonly dnsThreads: number
  /** Unix socket where control plane and node meet; `null`: in the folder of the node. */
  readonly link: string | null
  /** Password of the first administrator, used at the very first start only; `null`: a random one. */
  readonly adminPassword: string | null
  /** API token made for the first administrator at the very first start, kept exactly as given. */
  readonly adminToken: string | null
  /** 32 bytes that encrypt stored secrets. */
  readonly masterKey: Buffer
  readonly mode: DeploymentMode
  /** The path below which the console calls the API; begins and ends with a slash. */
  readonly apiRoot: string
  /** Addresses and networks whose X-Forwarded-For, -Proto and -Host are believed; empty: nobody's. */
  readonly trustedProxies: readonly string[]
}

type Variables = Readonly<Record<string, string | undefined>>

const deploymentModes: readonly DeploymentMode[] = ['', '176', '179', 'tw']

/** Which part of the platform a process is: all of it with a node of its own beside it, all but the node, or the node alone. */
export type Role = '' | 'control' | 'node'

export function readRole(variables: Variables): Role {
  const text = given(variables, 'NAMEPLANE_ROLE') ?? ''
  const role = (['', 'control', 'node'] as const).find((known) => known === text)
  if (role === undefined) throw new EnvironmentProblem('NAMEPLANE_ROLE', `${JSON.stringify(text)} is not a role. Enter control or node, or leave it empty.`)
  return role
}

/** Why the process in whose place this one was started has ended; null when there was none. Told by whoever keeps us up, not by an operator. */
export function readRestartCause(variables: Variables): string | null {
  return given(variables, 'NAMEPLANE_RESTART_CAUSE')
}

export type NodeEnvironment = Pick<Environment, 'dataFolder' | 'dnsHost' | 'dnsPort' | 'redirectPort' | 'encrypted' | 'dnsThreads' | 'link'>

/** What a node alone reads of the variables. @throws EnvironmentProblem with one line that names the variable. */
export function readNodeEnvironment(variables: Variables): NodeEnvironment {
  const dnsHost = readHost(variables, 'NAMEPLANE_DNS_HOST', '127.0.0.1')
  const dnsPort = readPort(variables, 'NAMEPLANE_DNS_PORT', 5300, 1)
  const redirectPort = readSidePort(variables, 'NAMEPLANE_REDIRECT_PORT', [dnsPort])
  const encrypted = readEncrypted(variables, [dnsPort, redirectPort])
  const dnsThreads = readThreads(variables)
  const link = readLink(variables)
  const dataFolder = resolve(given(variables, 'NAMEPLANE_DATA') ?? './data')
  prepareDataFolder(dataFolder)
  return { dataFolder, dnsHost, dnsPort, redirectPort, encrypted, dnsThreads, link }
}

/**
 * Reads and checks all variables, makes the data folder and, when it is wanted, the master key.
 * Nothing is touched on disk before every variable has been found right.
 * @throws EnvironmentProblem with one line that names the variable.
 */
export function readEnvironment(variables: Variables): Environment {
  const host = readHost(variables, 'NAMEPLANE_HOST', '127.0.0.1')
  const port = readPort(variables, 'NAMEPLANE_PORT', 8080, 1)
  const dnsHost = readHost(variables, 'NAMEPLANE_DNS_HOST', '127.0.0.1')
  const dnsPort = readPort(variables, 'NAMEPLANE_DNS_PORT', 5300, 0)
  const redirectPort = readSidePort(variables, 'NAMEPLANE_REDIRECT_PORT', [dnsPort])
  const encrypted = readEncrypted(variables, [dnsPort, redirectPort])
  const dnsThreads = readThreads(variables)
  const link = readLink(variables)
  const databaseUrl = readDatabaseUrl(variables)
  const adminPassword = readAdminPassword(variables)
  const adminToken = readAdminToken(variables)
  const givenMasterKey = readMasterKey(variables)
  const mode = readMode(variables)
  const apiRoot = readApiRoot(variables)
  const trustedProxies = readTrustedProxies(variables)
  const dataFolder = resolve(given(variables, 'NAMEPLANE_DATA') ?? './data')
  prepareDataFolder(dataFolder)
  const masterKey = givenMasterKey ?? readOrMakeMasterKey(dataFolder)
  const node = { dnsHost, dnsPort, redirectPort, encrypted, dnsThreads, link }
  return { host, port, dataFolder, databaseUrl, ...node, adminPassword, adminToken, masterKey, mode, apiRoot, trustedProxies }
}

/** An empty variable counts as unset, but for ports: container files have no other way to leave one out. */
function given(variables: Variables, variable: string): string | null {
  const text = variables[variable]
  return text === undefined || text === '' ? null : text
}

function readHost(variables: Variables, variable: string, fallback: string): string {
  const text = given(variables, variable)
  if (text === null) return fallback
  // All-numeric text such as 127.1 or 10.0.0.999 is a broken address, never a host name (RFC 1123 §2.1).
  const isHostName = /^(?!.*\.\d+$)(?!\d+$)(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}|\.(?=[A-Za-z0-9]))*$/.test(text)
  if (isIP(text) === 0 && !isHostName) {
    throw new EnvironmentProblem(variable, `${JSON.stringify(text)} is not an IP address or host name`)
  }
  return text
}

function readPort(variables: Variables, variable: string, fallback: number, smallest: 0 | 1): number {
  // Empty is no port: a variable that was meant to name one and does not would open another than was meant.
  const text = variables[variable]
  if (text === undefined) return fallback
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= smallest && port <= 65535)) {
    throw new EnvironmentProblem(variable, `${JSON.stringify(text)} is not a port number. Enter ${smallest} to 65535.`)
  }
  return port
}

/** 0: off. @param others ports that the node opens too: all would be opened, since a node shares its ports with the one that takes its place */
function readSidePort(variables: Variables, variable: string, others: readonly number[]): number {
  const port = readPort(variables, variable, 0, 0)
  if (port !== 0 && others.includes(port)) throw new EnvironmentProblem(variable, `${port} is another port of the node. Enter another one.`)
  return port
}

function readEncrypted(variables: Variables, others: readonly number[]): EncryptedDns | null {
  const tlsPort = readSidePort(variables, 'NAMEPLANE_DOT_PORT', others)
  const httpsPort = readSidePort(variables, 'NAMEPLANE_DOH_PORT', [...others, tlsPort])
  if (tlsPort === 0 && httpsPort === 0) return null
  const certificate = readPath(variables, 'NAMEPLANE_TLS_CERTIFICATE')
  const key = readPath(variables, 'NAMEPLANE_TLS_KEY')
  try {
    readCertificate({ certificate, key })
  } catch (error) {
    throw new EnvironmentProblem('NAMEPLANE_TLS_CERTIFICATE', `Certificate and key cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { tlsPort, httpsPort, certificate, key }
}

function readPath(variables: Variables, variable: string): string {
  const path = given(variables, variable)
  if (path === null) throw new EnvironmentProblem(variable, 'Required with NAMEPLANE_DOT_PORT or NAMEPLANE_DOH_PORT. Enter the path of a file in PEM format.')
  return resolve(path)
}

const mostThreads = 64

function readThreads(variables: Variables): number {
  const variable = 'NAMEPLANE_DNS_THREADS'
  const text = given(variables, variable)
  if (text === null) return threadsOfMachine(availableParallelism())
  const threads = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(threads >= 1 && threads <= mostThreads)) {
    throw new EnvironmentProblem(variable, `${JSON.stringify(text)} is not a number of threads. Enter 1 to ${mostThreads}.`)
  }
  return threads
}

/** One core stays for platform and database. */
export function threadsOfMachine(cores: number): number {
  return Math.min(Math.max(cores - 1, 1), 8)
}

// The address of a unix socket holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const longestSocketPathBytes = 100

function readLink(variables: Variables): string | null {
  const variable = 'NAMEPLANE_LINK'
  const path = given(variables, variable)
  if (path === null) return null
  if (!isAbsolute(path) || Buffer.byteLength(path) > longestSocketPathBytes)
    throw new EnvironmentProblem(
      variable,
      `${JSON.stringify(path)} is not the path of a socket. Enter an absolute path of at most ${longestSocketPathBytes} bytes.`,
    )
  return path
}

function readDatabaseUrl(variables: Variables): string | null {
  const variable = 'NAMEPLANE_DATABASE_URL'
  const text = given(variables, variable)
  if (text === null) return null
  // The text itself is never repeated: it holds a password.
  const wanted = 'Use the form postgres://user:password@host:port/database.'
  const match = /^postgres(?:ql)?:\/\/(?:[^@/?#\s]*@)?([^@/?#\s]*)\/([^/?#\s]+)(\?[^#\s]*)?$/.exec(text)
  if (match === null) throw new EnvironmentProblem(variable, `Invalid database URL. ${wanted}`)
  const [, authority = '', , query = ''] = match
  // A unix socket is named by ?host=/folder and leaves the authority empty, which URL refuses.
  if (authority === '' && !/[?&]host=[^&]+/.test(query)) throw new EnvironmentProblem(variable, `Host missing in the database URL. ${wanted}`)
  if (authority !== '' && !URL.canParse(text)) throw new EnvironmentProblem(variable, `Invalid database URL. ${wanted}`)
  return text
}

function readAdminPassword(variables: Variables): string | null {
  const variable = 'NAMEPLANE_ADMIN_PASSWORD'
  const text = given(variables, variable)
  if (text === null) return null
  // The console's own form takes 4 to 32 characters and no Chinese ones; another password could not be typed there.
  if (text.length < 4 || text.length > 32) throw new EnvironmentProblem(variable, `The password has ${counted(text.length, 'character')}. Use 4 to 32.`)
  if (/\p{Script=Han}/u.test(text)) throw new EnvironmentProblem(variable, 'The password contains Chinese characters. Use letters, digits and symbols.')
  return text
}

function readAdminToken(variables: Variables): string | null {
  const variable = 'NAMEPLANE_ADMIN_TOKEN'
  const text = given(variables, variable)
  if (text === null) return null
  if (text.length < 32) throw new EnvironmentProblem(variable, `The token has ${counted(text.length, 'character')}. Use at least 32.`)
  // It travels in an Authorization header (RFC 6750 §2.1).
  if (!/^[\x21-\x7e]{32,512}$/.test(text)) {
    throw new EnvironmentProblem(variable, 'Invalid token. Use at most 512 visible ASCII characters, without spaces.')
  }
  return text
}

function readMasterKey(variables: Variables): Buffer | null {
  const variable = 'NAMEPLANE_MASTER_KEY'
  const text = given(variables, variable)
  if (text === null) return null
  const key = parseMasterKey(text)
  if (key === null) throw new EnvironmentProblem(variable, `Invalid key. Enter ${masterKeyBytes} bytes as 64 hexadecimal digits or Base64.`)
  return key
}

function readMode(variables: Variables): DeploymentMode {
  const text = given(variables, 'NAMEPLANE_MODE') ?? ''
  const mode = deploymentModes.find((known) => known === text)
  if (mode === undefined)
    throw new EnvironmentProblem('NAMEPLANE_MODE', `${JSON.stringify(text)} is not a deployment mode. Enter 176, 179 or tw, or leave it empty.`)
  return mode
}

function readTrustedProxies(variables: Variables): string[] {
  const variable = 'NAMEPLANE_TRUSTED_PROXIES'
  const networks = (given(variables, variable) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const wrong = networks.find((one) => !isNetwork(one))
  if (wrong !== undefined) throw new EnvironmentProblem(variable, `${JSON.stringify(wrong)} is not an IP address or a network such as 10.0.0.0/24`)
  return networks
}

function readApiRoot(variables: Variables): string {
  const variable = 'NAMEPLANE_API_ROOT'
  const text = given(variables, variable)
  if (text === null) return '/antsxdp/'
  const isPath = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/$/.test(text)
  if (!isPath) throw new EnvironmentProblem(variable, `${JSON.stringify(text)} is not a path with a slash at both ends, such as /antsxdp/`)
  return text
}
