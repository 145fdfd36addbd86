// Programs that tests compare us with, or drive: real name servers, a real browser. All are Debian packages.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { projectFolder, run, say, secondsSince } from './bootstrap.mjs'

const oracles = [
  { name: 'named-compilezone', debian: 'bind9-utils', for: 'zone files against BIND', isThere: () => isOnPath('named-compilezone') },
  { name: 'dig', debian: 'bind9-dnsutils', for: 'answers as operators query them', isThere: () => isOnPath('dig') },
  { name: 'knotd', debian: 'knot', for: 'answers against Knot', isThere: () => isOnPath('knotd') },
  { name: 'kdig', debian: 'knot-dnsutils', for: 'encrypted answers as another client reads them', isThere: () => isOnPath('kdig') },
  { name: 'named', debian: 'bind9', for: 'transfers, NOTIFY and catalog zones to BIND', isThere: () => isOnPath('named') },
  { name: 'nsd', debian: 'nsd', for: 'transfers to NSD, also by TLS', isThere: () => isOnPath('nsd') },
  {
    name: 'pdns_server',
    debian: 'pdns-backend-sqlite3',
    for: 'transfers, NOTIFY and catalog zones to PowerDNS',
    isThere: () => isOnPath('pdns_server') && existsSync('/usr/share/pdns-backend-sqlite3'),
  },
  { name: 'dnsperf', debian: 'dnsperf', for: 'speed against Knot', isThere: () => isOnPath('dnsperf') },
  { name: 'python3', debian: 'python3', for: 'signatures of external systems by a second implementation', isThere: () => isOnPath('python3') },
  { name: 'exim4', debian: 'exim4-daemon-light', for: 'emails through a real mail server', isThere: () => isOnPath('exim4') },
  { name: 'libfaketime', debian: 'libfaketime', for: 'a platform whose clock jumps', isThere: () => findFakeTime() !== null },
  { name: 'pebble', debian: 'pebble', for: 'accounts with a real certificate authority', isThere: () => isOnPath('pebble') },
  { name: 'lego', debian: 'lego', for: 'certificates through the API of PowerDNS and DNS UPDATE', isThere: () => isOnPath('lego') },
  {
    name: 'certbot',
    debian: 'python3-certbot-dns-rfc2136',
    for: 'certificates through DNS UPDATE as dnspython speaks it',
    isThere: () => isOnPath('certbot') && existsSync('/usr/lib/python3/dist-packages/certbot_dns_rfc2136'),
  },
  { name: 'dehydrated', debian: 'dehydrated', for: 'certificates through a hook with nsupdate', isThere: () => isOnPath('dehydrated') },
  { name: 'kea-dhcp-ddns', debian: 'kea-dhcp-ddns-server', for: 'names of leases from Kea', isThere: () => isOnPath('kea-dhcp-ddns') },
  { name: 'dhcpd', debian: 'isc-dhcp-server', for: 'names of leases from ISC DHCP', isThere: () => isOnPath('dhcpd') },
  { name: 'dhclient', debian: 'isc-dhcp-client', for: 'leases from ISC DHCP', isThere: () => isOnPath('dhclient') },
  { name: 'chromium', debian: 'chromium-headless-shell', for: 'journeys in a browser', isThere: () => findChromium() !== null },
  { name: 'a font with Chinese', debian: 'fonts-noto-cjk', for: 'images of Chinese screens', isThere: hasChineseFont },
]

/** The shell draws no window that nobody sees, which is a third of what a journey costs. */
const browsers = ['chromium-headless-shell', 'chromium']

/** Installs what is missing where that is allowed; gives those that could not be had. */
export async function installOracles(node) {
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    const wanted = missing().map(({ debian }) => debian)
    const browserless = wanted.filter((name) => !browsers.includes(name))
    // Together first, which is quicker; then what is still missing one by one, for the reason that browsers are.
    if (browserless.length > 0) await installByApt(browserless)
    if (browserless.length > 1) for (const { debian } of missing()) if (!browsers.includes(debian)) await installByApt([debian])
    // One call for each: not every release has both, and a package that is unknown keeps all others of its call away.
    for (const browser of browsers) if (findChromium() === null) await installByApt([browser])
  }
  if (findChromium() === null) await downloadChromium(node)
  return missing()
}

function missing() {
  return oracles.filter(({ isThere }) => !isThere())
}

async function installByApt(packages) {
  const startedAt = Date.now()
  say(`installing ${packages.join(' ')}…`)
  const services = [
    ['knot', 'knot'],
    ['exim4', 'exim4-daemon-light'],
    ['named', 'bind9'],
    ['nsd', 'nsd'],
    ['pdns', 'pdns-backend-sqlite3'],
    ['certbot.timer', 'python3-certbot-dns-rfc2136'],
    ['kea-dhcp-ddns-server', 'kea-dhcp-ddns-server'],
    ['isc-dhcp-server', 'isc-dhcp-server'],
  ].flatMap(([service, debian]) => (packages.includes(debian) ? [service] : []))
  // RUNLEVEL=1 is how Debian's scripts are told that a service is not to be started on installation.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  await run('apt-get', [...options, 'update'], { env })
  const { code, output } = await run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], { env })
  if (code !== 0) say(`apt-get failed: ${output.trim().split('\n').at(-1)}`)
  else say(`installed in ${secondsSince(startedAt)} s`)
  // systemd does not ask for a run level.
  if (existsSync('/run/systemd/system')) for (const name of services) await run('systemctl', ['disable', '--now', name])
}

/** Where there is no apt, Playwright has a build of its own for most systems. */
async function downloadChromium(node) {
  say('Chromium not found, downloading…')
  await run(node, [join(projectFolder, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'])
}

/** Absolute path of a Chromium to drive, or `null`; tests read it from NAMEPLANE_TEST_CHROMIUM. */
export function findChromium() {
  const given = process.env.NAMEPLANE_TEST_CHROMIUM
  if (given) return existsSync(given) ? given : null
  for (const name of [...browsers, 'chromium-browser', 'google-chrome-stable', 'google-chrome']) {
    const path = pathOf(name)
    if (path !== null && path !== '/usr/bin/chromium-browser') return path
  }
  return (
    ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', ...playwrightBuilds()].find((path) =>
      existsSync(path),
    ) ?? null
  )
}

/** The library that gives a process another clock, or `null`. */
function findFakeTime() {
  if (!existsSync('/usr/lib')) return null
  return ['', ...readdirSync('/usr/lib')].map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path)) ?? null
}

function playwrightBuilds() {
  const home = process.env.HOME ?? ''
  return [join(home, '.cache', 'ms-playwright'), join(home, 'Library', 'Caches', 'ms-playwright')].flatMap((cache) => {
    if (!existsSync(cache)) return []
    return readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .flatMap((name) => [
        join(cache, name, 'chrome-linux', 'chrome'),
        join(cache, name, 'chrome-linux64', 'chrome'),
        join(cache, name, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
      ])
  })
}

function hasChineseFont() {
  if (process.platform !== 'linux') return true
  return ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/truetype', '/usr/share/fonts/noto-cjk', '/usr/local/share/fonts'].some(
    (folder) => existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => /CJK|wqy|SourceHan/i.test(name)),
  )
}

function isOnPath(name) {
  return pathOf(name) !== null
}

/** An ordinary user's PATH often lacks the folders in which Debian puts servers. */
function pathOf(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
  const folder = folders.find((candidate) => candidate !== '' && existsSync(join(candidate, name)))
  return folder === undefined ? null : join(folder, name)
}
