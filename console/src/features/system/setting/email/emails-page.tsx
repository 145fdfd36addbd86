import { useMemo } from 'react'
import { email, type EmailRow } from '@nameplane/contract/system/email'
import { useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ListScreen } from '../../../../screen-parts/list/list-screen.tsx'
import { useListActions, type ListAction } from '../../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../../screen-parts/list/use-list.ts'
import { SettingTabs } from '../setting-tabs.tsx'
import { emailList } from './email-list.tsx'
import { emailsMessages } from './emails.messages.ts'

/** What the platform has sent by mail, and what became of it. */
export function EmailsPage() {
  const text = useText(emailsMessages)
  const list = useList(emailList)
  const retry = useChange(email.retry, { invalidates: [email.list], success: 'done' }).run
  const actions = useListActions(
    list,
    'config_email.write',
    useMemo(
      (): ListAction<EmailRow>[] => [
        {
          key: 'retry',
          label: text.retry,
          on: 'rows',
          refusal: (row) => (row.canRetry ? null : text.cannotRetry),
          run: (rows) => retry({ ids: rows.map((row) => row.id) }),
        },
      ],
      [text, retry],
    ),
  )
  return <ListScreen list={list} actions={actions} text={text} tabs={<SettingTabs current="/system/config/email/letters" />} />
}
