/** What of a text that somebody has written has to be said to the browser: Chinese keeps the width of its punctuation in a console that speaks English. */
export const textLanguage = (text: string): 'zh-CN' | undefined => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : undefined)
