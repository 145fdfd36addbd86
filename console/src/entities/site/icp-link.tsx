import { useSite } from './site.ts'

/** Where the ministry shows whose a filing number is: its rules ask for the link. */
const registry = 'https://beian.miit.gov.cn/'

/** The ICP number of the site, if it has one. */
export function IcpLink() {
  const { icp } = useSite()
  if (icp === '') return null
  return (
    <a
      href={registry}
      target="_blank"
      rel="noreferrer"
      className="text-xs text-kumo-subtle hover:text-kumo-default hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus"
    >
      {icp}
    </a>
  )
}
