import { update } from '@nameplane/contract/home/update'
import { limits } from '@nameplane/contract/limits'
import { route, type Route } from '../../../http/call.ts'
import { receiveUpdate, updateStatus, verifyUpdate, type Installation } from './update.service.ts'

export function updateRoutes(installation: Installation, now: () => Date): Route[] {
  // One after the other: each replaces what the one before has kept.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.then(
      () => {},
      () => {},
    )
    return mine
  }
  return [
    route(update.status, async ({ actor }) => ({ data: await updateStatus(installation, actor) })),
    route(update.verify, async ({ db, actor }) => {
      await inTurn(() => verifyUpdate(db, actor, installation, now()))
      return { data: await updateStatus(installation, actor) }
    }),
    route(update.upload, async ({ db, actor, request }) => {
      await inTurn(() =>
        request.isMultipart()
          ? receiveUpdate(
              db,
              actor,
              installation,
              request.parts({ limits: { fileSize: limits.updateArchiveBytes + 1, files: 8, fields: 8, parts: 16, headerPairs: 20 } }),
              now(),
            )
          : verifyUpdate(db, actor, installation, now()),
      )
      return { data: await updateStatus(installation, actor) }
    }),
  ]
}
