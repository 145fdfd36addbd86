import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { SignInForm } from '../../../api/session-calls.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { IcpLink } from '../../../entities/site/icp-link.tsx'
import { SiteLogo } from '../../../entities/site/logo.tsx'
import { useSite, useSiteTitle } from '../../../entities/site/site.ts'
import { useText } from '../../../i18n/messages.ts'
import { LanguageButton } from './language-button.tsx'
import { LoginForm } from './login-form.tsx'
import { sessionMessages } from './session.messages.ts'

/** The deployment mode that has a sign-in screen of its own (spec point 2). */
const splitMode = '179'

// What few sign-ins need comes when it is needed.
const SecondStepForm = lazyPart(() => import('./second-step-form.tsx').then((form) => form.SecondStepForm))
const WechatSignIn = lazyPart(() => import('./wechat/wechat-sign-in.tsx').then((form) => form.WechatSignIn))
const SplitLayout = lazyPart(() => import('./split/split-layout.tsx').then((layout) => layout.SplitLayout))
const ForgotPassword = lazyPart(() => import('./forgot/forgot-password.tsx').then((form) => form.ForgotPassword))
const Register = lazyPart(() => import('./register/register.tsx').then((form) => form.Register))

type LoginPageProps = {
  /** null: the server gave no answer. */
  form: SignInForm | null
  /** What the address says: signing in, a forgotten password, or an account of one's own. */
  step: 'sign-in' | 'forgot' | 'register'
  /** What the link of a registration email has brought. */
  link: string | null
  /** What WeChat's page has sent the browser back with. */
  returned: { state: string; code: string } | null
  /** Where the steps in the address are. */
  paths: { signIn: string; forgot: string; register: string }
  /** Somebody is about to sign in: what is shown then may be fetched. */
  onNameEntered: () => void
  onSignedIn: () => void
}

/** One of two sign-in screens, chosen by deployment mode. No part of the component library is used here: it would weigh more than the page. */
export function LoginPage({ form, step, link, returned, paths, onNameEntered, onSignedIn }: LoginPageProps) {
  const text = useText(sessionMessages)
  const siteTitle = useSiteTitle()
  const [second, setSecond] = useState<SecondStep | null>(null)
  const [isWechat, setWechat] = useState(returned !== null)
  useEffect(() => {
    document.title = text.documentTitle[step === 'register' ? 'register' : 'signIn'](siteTitle)
  }, [text, siteTitle, step])
  const Layout = form?.mode === splitMode ? SplitLayout : CardLayout
  const title = { 'sign-in': second ? text.secondTitle : isWechat ? text.wechat : text.title, forgot: text.forgotTitle, register: text.registerTitle }[step]
  return (
    <Suspense fallback={null}>
      <Layout screen={step === 'register' ? '/register' : '/login'} title={title}>
        <Suspense fallback={null}>
          {step === 'forgot' ? (
            <ForgotPassword signInPath={paths.signIn} />
          ) : step === 'register' ? (
            <Register link={link} paths={paths} />
          ) : second ? (
            <SecondStepForm second={second} onDone={onSignedIn} onBack={() => (setSecond(null), setWechat(false))} />
          ) : isWechat ? (
            <WechatSignIn returned={returned} signInPath={paths.signIn} onSignedIn={onSignedIn} onSecondStep={setSecond} onBack={() => setWechat(false)} />
          ) : (
            <LoginForm
              form={form}
              paths={paths}
              onNameEntered={onNameEntered}
              onSignedIn={onSignedIn}
              onSecondStep={setSecond}
              onWechat={() => setWechat(true)}
            />
          )}
        </Suspense>
      </Layout>
    </Suspense>
  )
}

type LayoutProps = { screen: '/login' | '/register'; title: string; children: ReactNode }

function CardLayout({ screen, title, children }: LayoutProps) {
  const text = useText(sessionMessages)
  const { name } = useSite()
  return (
    <main data-screen={screen} data-login="default" className="flex min-h-dvh flex-col bg-kumo-canvas px-4">
      <div className="flex h-12 items-center justify-end">
        <LanguageButton />
      </div>
      <div className="mx-auto flex w-full max-w-90 flex-1 flex-col justify-center pb-24">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <div className="flex max-w-full items-center gap-2.5 text-lg font-medium">
            <SiteLogo size={36} ground="light" />
            <span className="min-w-0 break-words">{name}</span>
          </div>
          <div>
            <h1 className="text-[20px] leading-7 font-medium">{title}</h1>
            <p className="mt-1 text-sm text-kumo-subtle">{text.lead}</p>
          </div>
        </div>
        <div className="rounded-lg border border-kumo-line bg-kumo-base p-5 pad:p-6">{children}</div>
      </div>
      <p className="pb-4 text-center empty:hidden">
        <IcpLink />
      </p>
    </main>
  )
}
