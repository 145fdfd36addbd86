import type { MenuIcon } from '@nameplane/contract/menu-parts'
import BellIcon from 'icon:bell'
import CertificateIcon from 'icon:certificate'
import ChartBarIcon from 'icon:chart-bar'
import EnvelopeSimpleIcon from 'icon:envelope-simple'
import GearIcon from 'icon:gear'
import GlobeSimpleIcon from 'icon:globe-simple'
import HardDrivesIcon from 'icon:hard-drives'
import HouseIcon from 'icon:house'
import KeyIcon from 'icon:key'
import LinkIcon from 'icon:link'
import ListIcon from 'icon:list'
import MapTrifoldIcon from 'icon:map-trifold'
import MoneyIcon from 'icon:money'
import ScrollIcon from 'icon:scroll'
import ShieldCheckIcon from 'icon:shield-check'
import UsersIcon from 'icon:users'
import type { ComponentType } from 'react'

const icons: Readonly<Record<MenuIcon, ComponentType<{ size?: number }>>> = {
  house: HouseIcon,
  globe: GlobeSimpleIcon,
  drives: HardDrivesIcon,
  users: UsersIcon,
  key: KeyIcon,
  envelope: EnvelopeSimpleIcon,
  scroll: ScrollIcon,
  chart: ChartBarIcon,
  gear: GearIcon,
  link: LinkIcon,
  certificate: CertificateIcon,
  money: MoneyIcon,
  list: ListIcon,
  bell: BellIcon,
  shield: ShieldCheckIcon,
  map: MapTrifoldIcon,
}

/** How a sign that a row of the menu carries is drawn; null for one that this console does not know. */
export function menuIconOf(name: string | null): ComponentType<{ size?: number }> | null {
  return name !== null && Object.hasOwn(icons, name) ? icons[name as MenuIcon] : null
}
