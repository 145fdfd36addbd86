import { useState } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { primaryButton, textLink } from '../../../../ui/classes.ts'
import { AskLink } from './ask-link.tsx'
import { OpenedLink, type RegisterPaths } from './opened-link.tsx'
import { registerMessages } from './register.messages.ts'

/** An account of one's own: the address first, then, by the link that was sent there, name and password. */
export function Register({ link, paths }: { link: string | null; paths: RegisterPaths }) {
  const text = useText(registerMessages)
  const [opened, setOpened] = useState<{ link: string; username: string } | null>(null)
  if (opened !== null && opened.link === link)
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="break-words">
          {text.done(opened.username)}
        </p>
        <ScreenLink to={paths.signIn} className={`${primaryButton} h-9!`}>
          {text.signIn}
        </ScreenLink>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {link === null ? <AskLink /> : <OpenedLink key={link} link={link} paths={paths} onDone={(username) => setOpened({ link, username })} />}
      <ScreenLink to={paths.signIn} className={`${textLink} self-center text-sm`}>
        {text.back}
      </ScreenLink>
    </div>
  )
}
