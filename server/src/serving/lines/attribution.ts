/** Whose data the lines rest on. Console and API show these; the licences of the first three ask for it. */
import { sourceVersions } from './base-sources.ts'

export type DataSource = {
  readonly name: string
  /** What of it we use. */
  readonly use: string
  readonly link: string
  readonly licence: string
  readonly licenceLink: string
  /** Whether the licence asks for the source to be named where its data are shown. */
  readonly attributionRequired: boolean
}

const CC_BY = { licence: 'CC BY 4.0', licenceLink: 'https://creativecommons.org/licenses/by/4.0/', attributionRequired: true }

export const DATA_SOURCES: readonly DataSource[] = [
  { name: 'RouteViews', use: 'announced IPv4 prefixes and their autonomous systems', link: 'https://www.routeviews.org/', ...CC_BY },
  { name: 'Number Resource Organization', use: 'allocations of autonomous systems and addresses', link: 'https://www.nro.net/', ...CC_BY },
  { name: 'IP Geolocation by DB-IP', use: 'names of autonomous systems, further prefixes', link: 'https://db-ip.com', ...CC_BY },
  {
    name: 'IPtoASN',
    use: 'countries of addresses',
    link: 'https://iptoasn.com/',
    licence: 'PDDL 1.0',
    licenceLink: 'https://opendatacommons.org/licenses/pddl/1-0/',
    attributionRequired: false,
  },
]

/**
 * Days of the installed snapshots as `YYYY-MM-DD`, from the package versions (`2.3.2026061719` was cut on 2026-06-17);
 * null when a version does not end so.
 */
export function dataDates(versions: { asn: string; country: string } = sourceVersions()): { asn: string | null; country: string | null } {
  return { asn: dayOf(versions.asn), country: dayOf(versions.country) }
}

function dayOf(version: string): string | null {
  const day = /\.(\d{4})(\d{2})(\d{2})\d{2}$/.exec(version)
  return day === null ? null : `${day[1]}-${day[2]}-${day[3]}`
}
