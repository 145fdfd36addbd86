import { licence } from '@nameplane/contract/home/licence'
import { route, type Route } from '../../../http/call.ts'
import { setLicenceKeyFolder } from './licence-limits.ts'
import { licenceDetail, removeLicence, uploadLicence, type Installed } from './licence.service.ts'

export function licenceRoutes(installed: Installed): Route[] {
  setLicenceKeyFolder(installed.dataFolder)
  return [
    route(licence.detail, async ({ db, actor }) => ({ data: await licenceDetail(db, actor, installed) })),
    route(licence.upload, async ({ db, actor, input }) => (await uploadLicence(db, actor, input.file, installed.now()), {})),
    route(licence.remove, async ({ db, actor }) => (await removeLicence(db, actor, installed.now()), {})),
  ]
}
