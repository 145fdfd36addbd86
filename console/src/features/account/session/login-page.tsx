import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { SignInForm } from '../../../api/session-calls.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { SiteLogo } from '../../../entities/site/logo.tsx'
import { useSite, useSiteTitle } from '../../../entities/site/site.ts'
import { setLanguage, useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { LoginForm } from './login-form.tsx'
import { sessionMessages } from './session.messages.ts'

/** The deployment mode that has a sign-in screen of its own (spec point 2). */
const splitMode = '179'

// What few sign-ins need comes when it is needed.
const SecondStepForm = lazyPart(() => import('./second-step-form.tsx').then((form) => form.SecondStepForm))
const ForgotPassword = lazyPart(() => import('./forgot/forgot-password.tsx').then((form) => form.ForgotPassword))

type LoginPageProps = {
  /** null: the server gave no answer. */
  form: SignInForm | null
  /** The step in the address: the password is forgotten. */
  isForgotten: boolean
  /** Where the two steps in the address are. */
  paths: { signIn: string; forgot: string }
  onSignedIn: () => void
}

/** One of two sign-in screens, chosen by deployment mode. No part of the component library is used here: it would weigh more than the page. */
export function LoginPage({ form, isForgotten, paths, onSignedIn }: LoginPageProps) {
  const text = useText(sessionMessages)
  const siteTitle = useSiteTitle()
  const [second, setSecond] = useState<SecondStep | null>(null)
  useEffect(() => {
    document.title = text.documentTitle(siteTitle)
  }, [text, siteTitle])
  const Layout = form?.mode === splitMode ? SplitLayout : CardLayout
  return (
    <Layout title={isForgotten ? text.forgotTitle : second ? text.secondTitle : text.title}>
      <Suspense fallback={null}>
        {isForgotten ? (
          <ForgotPassword signInPath={paths.signIn} />
        ) : second ? (
          <SecondStepForm second={second} onSignedIn={onSignedIn} onBack={() => setSecond(null)} />
        ) : (
          <LoginForm form={form} forgotPath={paths.forgot} onSignedIn={onSignedIn} onSecondStep={setSecond} />
        )}
      </Suspense>
    </Layout>
  )
}

type LayoutProps = { title: string; children: ReactNode }

function CardLayout({ title, children }: LayoutProps) {
  const text = useText(sessionMessages)
  return (
    <main data-screen="/login" data-login="default" className="flex min-h-dvh flex-col bg-kumo-canvas px-4">
      <div className="flex h-12 items-center justify-end">
        <LanguageButton />
      </div>
      <div className="mx-auto flex w-full max-w-90 flex-1 flex-col justify-center pb-24">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <SiteLogo size={36} ground="light" />
          <div>
            <h1 className="text-[20px] leading-7 font-medium">{title}</h1>
            <p className="mt-1 text-sm text-kumo-subtle">{text.lead}</p>
          </div>
        </div>
        <div className="rounded-lg border border-kumo-line bg-kumo-base p-5 pad:p-6">{children}</div>
      </div>
    </main>
  )
}

function SplitLayout({ title, children }: LayoutProps) {
  const { name } = useSite()
  const text = useText(sessionMessages)
  return (
    <main data-screen="/login" data-login="179" className="grid min-h-dvh bg-kumo-base pc:grid-cols-[2fr_3fr]">
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
      </div>
    </main>
  )
}

function LanguageButton() {
  const text = useText(sessionMessages)
  const language = useLanguage()
  return (
    <button
      type="button"
      lang={language === 'zh' ? 'en' : 'zh-CN'}
      aria-label={text.otherLanguage}
      title={text.otherLanguage}
      onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      className="h-8 cursor-pointer rounded-md px-2.5 text-sm text-kumo-subtle transition-colors hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus"
    >
      {language === 'zh' ? 'English' : '中文'}
    </button>
  )
}
