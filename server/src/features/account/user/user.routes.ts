import { user } from '@nameplane/contract/account/user'
import { route, type Route } from '../../../http/call.ts'
import { listAccountNames } from './user.store.ts'

export const userRoutes: Route[] = [route(user.names, async ({ db, input }) => ({ data: await listAccountNames(db, input) }))]
