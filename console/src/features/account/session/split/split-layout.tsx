import type { ReactNode } from 'react'
import { IcpLink } from '../../../../entities/site/icp-link.tsx'
import { SiteLogo } from '../../../../entities/site/logo.tsx'
import { useSite } from '../../../../entities/site/site.ts'
import { useText } from '../../../../i18n/messages.ts'
import { LanguageButton } from '../language-button.tsx'
import { sessionMessages } from '../session.messages.ts'

/** The sign-in screen of mode 179: what the product is at the left, the form at the right. */
export function SplitLayout({ screen, title, children }: { screen: string; title: string; children: ReactNode }) {
  const { name } = useSite()
  const text = useText(sessionMessages)
  return (
    <main data-screen={screen} data-login="179" className="grid min-h-dvh bg-kumo-base pc:grid-cols-[2fr_3fr]">
      <div className="hidden flex-col justify-between bg-np-header p-10 text-white pc:flex">
        <div className="flex items-center gap-2.5 font-medium">
          <SiteLogo size={28} ground="dark" />
          {name}
        </div>
        <div>
          <p className="max-w-96 text-[24px] leading-9 font-medium">{text.promise}</p>
          <p className="mt-3 text-white/70">{text.lead}</p>
        </div>
      </div>
      <div className="flex flex-col px-4">
        <div className="flex h-12 items-center justify-end">
          <LanguageButton />
        </div>
        <div className="mx-auto flex w-full max-w-90 flex-1 flex-col justify-center pb-24">
          <div className="mb-6 pc:hidden">
            <SiteLogo size={36} ground="light" />
          </div>
          <h1 className="mb-6 text-[20px] leading-7 font-medium">{title}</h1>
          {children}
        </div>
        <p className="pb-4 text-center empty:hidden">
          <IcpLink />
        </p>
      </div>
    </main>
  )
}
