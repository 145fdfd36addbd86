import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { askAccount } from '../../../integrations/acme/acme-account.ts'
import { AcmeProblem } from '../../../integrations/acme/acme-problem.ts'
import { openAcme } from '../../../integrations/acme/acme-session.ts'
import { authorityOf } from '../../../integrations/acme/certificate-authority.ts'
import { settingTester } from '../../../settings/setting-tester.ts'
import { withKeyInForce } from './acme-account.service.ts'
import { holderOf, noteState, readAccount } from './acme-account.store.ts'
import { answeredWords, bindingMissingWords, failedWords } from './acme-words.ts'

/** Fetches the directory of the authority and, where there is an account, asks after its state. */
export const acmeAccountTester = settingTester(certificateAuthority, async (value, { db, language, signal }) => {
  const authority = authorityOf(value)
  try {
    const session = await openAcme(authority, signal)
    const row = await readAccount(db, authority.directoryUrl)
    if (row?.state !== 'valid' && row?.state !== 'revoked') {
      if (session.directory.meta.externalAccountRequired && !authority.binding)
        return { isPassed: false, message: bindingMissingWords(authority.name, language) }
      return { isPassed: true, message: answeredWords(authority.name, row?.state ?? 'none', language) }
    }
    const at = new Date()
    const state = await askAccount(session, holderOf(await withKeyInForce(db, session, row, at)))
    await noteState(db, row.id, state, at)
    return { isPassed: state === 'valid', message: answeredWords(authority.name, state, language) }
  } catch (cause) {
    if (!(cause instanceof AcmeProblem)) throw cause
    return { isPassed: false, message: failedWords(authority.name, cause, language) }
  }
})
