import type { MenuIcon } from '@nameplane/contract/menu-parts'
import { BellIcon } from '@phosphor-icons/react/dist/csr/Bell'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { ChartBarIcon } from '@phosphor-icons/react/dist/csr/ChartBar'
import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { GearIcon } from '@phosphor-icons/react/dist/csr/Gear'
import { GlobeSimpleIcon } from '@phosphor-icons/react/dist/csr/GlobeSimple'
import { HardDrivesIcon } from '@phosphor-icons/react/dist/csr/HardDrives'
import { HouseIcon } from '@phosphor-icons/react/dist/csr/House'
import { KeyIcon } from '@phosphor-icons/react/dist/csr/Key'
import { LinkIcon } from '@phosphor-icons/react/dist/csr/Link'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { MapTrifoldIcon } from '@phosphor-icons/react/dist/csr/MapTrifold'
import { MoneyIcon } from '@phosphor-icons/react/dist/csr/Money'
import { ScrollIcon } from '@phosphor-icons/react/dist/csr/Scroll'
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/csr/ShieldCheck'
import { UsersIcon } from '@phosphor-icons/react/dist/csr/Users'
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
