import type { CallProblem } from '../../../api/call-problem.ts'
import type { Language } from '../../../i18n/language.ts'
import type * as RefusalTexts from './asking/refusal-texts.ts'

/*
 * The server words a refusal in the language of its moment, and until somebody changes it the sign-in page needs no other words:
 * its first sight waits for none.
 */
let texts: typeof RefusalTexts | null = null

/** To be waited for before the language changes. Without a connection, what was refused stays as the server said it. */
export async function learnRefusals(): Promise<void> {
  texts ??= await import('./asking/refusal-texts.ts').catch(() => null)
}

/** A refusal as a sentence, in the language chosen now. */
export const refusalIn = (problem: CallProblem, language: Language): string => texts?.callProblemText(problem, language) ?? problem.message
