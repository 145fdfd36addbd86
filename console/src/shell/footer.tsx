import { useText } from '../i18n/messages.ts'
import { shellMessages } from './shell.messages.ts'

export function Footer() {
  const text = useText(shellMessages)
  return <footer className="px-4 py-4 text-center text-xs text-kumo-subtle print:hidden">{text.copyright(new Date().getFullYear())}</footer>
}
