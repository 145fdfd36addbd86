import '@nameplane/contract/account/account-problems'
import '@nameplane/contract/account/password-reset'
import '@nameplane/contract/account/registration'
import '@nameplane/contract/account/session'
import '@nameplane/contract/account/wechat-problems'

/* In both languages, what the server may refuse before anybody is signed in. */
export { callProblemText } from '../../../../api/problem-text.ts'
