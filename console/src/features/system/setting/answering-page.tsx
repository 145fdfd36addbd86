import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'
import { answeringMessages } from './answering.messages.ts'
import { settingSections } from './setting-sections.ts'

/** How nodes answer strangers: the rate limit, cookies, what nodes say of themselves, and the addresses of URL records. */
export const AnsweringPage = settingPage(nodeAnswering, answeringMessages, function AnsweringFields({ form, text }) {
  const isLimited = form.raw.watch('limitMode') !== 'off'
  return (
    <div className={settingSections}>
      <FieldGroup title={text.limit}>
        <Field of={form} name="limitMode" />
        {isLimited && (
          <>
            <Field of={form} name="answersPerSecond" />
            <Field of={form} name="burst" />
            <Field of={form} name="slipEvery" />
          </>
        )}
      </FieldGroup>
      {isLimited && (
        <FieldGroup title={text.clients}>
          <Field of={form} name="ipv4Prefix" />
          <Field of={form} name="ipv6Prefix" />
          <Field of={form} name="unlimitedNetworks" rows={4} placeholder={'192.0.2.0/24\n!192.0.2.128/25'} />
        </FieldGroup>
      )}
      <FieldGroup title={text.cookies}>
        <Field of={form} name="areCookiesOn" />
      </FieldGroup>
      <FieldGroup title={text.self}>
        <Field of={form} name="nsid" placeholder="{node}" />
        <Field of={form} name="idServer" />
        <Field of={form} name="hostnameBind" />
        <Field of={form} name="versionBind" />
      </FieldGroup>
      <FieldGroup title={text.redirects}>
        <Field of={form} name="redirectAddresses" rows={3} placeholder={'192.0.2.1\n2001:db8::1'} />
      </FieldGroup>
    </div>
  )
})
