import { match } from 'pinyin-pro'

/** Whether letters are the pinyin of a Chinese name, or of neighbouring characters in it: `ymlb`, `yuming`, `liebiao`. */
export function isPinyinOf(letters: string, name: string): boolean {
  return match(name, letters, { continuous: true }) !== null
}

/** The same where the dictionary may not be there yet. */
export type IsPinyinOf = typeof isPinyinOf
