import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { route, type Route } from '../../../http/call.ts'
import { pauseOfChecks } from '../nameserver-check/check-pause.ts'
import { addNames, changeNames, chooseNames, createAddresses, readAddresses, readChoice, removeNames } from './vanity-nameserver.service.ts'
import { listVanityNameservers } from './vanity-nameserver.store.ts'

/** `now` is the platform's steady clock. */
export function vanityNameserverRoutes(now: () => Date): Route[] {
  const refuseTooOften = pauseOfChecks(now)
  return [
    route(vanityNameserver.list, async ({ db, actor, input }) => ({ data: await listVanityNameservers(db, actor.accessScope, input) })),
    route(vanityNameserver.save, async ({ db, actor, input }) => ({ data: { id: await addNames(db, actor, input) } })),
    route(vanityNameserver.update, async ({ db, actor, input }) => (await changeNames(db, actor, input), {})),
    route(vanityNameserver.delete, async ({ db, actor, input }) => (await removeNames(db, actor, input.ids), {})),
    route(vanityNameserver.choice, async ({ db, actor, input }) => ({ data: await readChoice(db, actor.accessScope, input.id) })),
    route(vanityNameserver.choose, async ({ db, actor, input }) => (await chooseNames(db, actor, input), {})),
    route(vanityNameserver.addresses, async ({ db, actor, input }) => ({ data: await readAddresses(db, actor, input, refuseTooOften) })),
    route(vanityNameserver.createAddresses, async ({ db, actor, input }) => ({ data: { added: await createAddresses(db, actor, input) } })),
  ]
}
