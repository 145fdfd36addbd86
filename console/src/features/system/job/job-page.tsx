import { Suspense } from 'react'
import { job } from '@nameplane/contract/system/job'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { jobList } from './job-list.tsx'
import { jobMessages } from './job.messages.ts'
import { useBusyList } from './use-busy-list.ts'
import { useJobActions } from './use-job-actions.ts'

const AddJob = lazyPart(() => import('./job-form.tsx').then((form) => form.AddJob))
const EditJob = lazyPart(() => import('./job-form.tsx').then((form) => form.EditJob))
const RunDrawer = lazyPart(() => import('./run-drawer.tsx').then((drawer) => drawer.RunDrawer))

const dialogRules = { one: job.info }

/** All jobs. `?run={id}` opens a run. */
export function JobPage() {
  const text = useText(jobMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useList(jobList)
  const { opened, editing, open, close } = useDialogs(list, 'schedule.write', dialogRules)
  useBusyList(
    list,
    list.rows.some((job) => job.runningCount + job.waitingCount > 0),
  )
  const actions = useListActions(list, 'schedule.write', useJobActions(open))
  return (
    <ListScreen list={list} actions={actions} text={text}>
      <Suspense fallback={null}>
        {opened === 'add' && <AddJob onClose={close} />}
        {opened === 'edit' && editing && <EditJob key={editing.row.id} {...editing} />}
        {search['run'] !== undefined && <RunDrawer id={Number(search['run'])} onPrevious={null} onNext={null} onClose={() => setSearch({ run: null })} />}
      </Suspense>
    </ListScreen>
  )
}
