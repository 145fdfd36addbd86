import { match } from 'pinyin-pro'

/** Whether letters are the pinyin of a title, or of neighbouring characters in it: `ymlb`, `yuming`, `liebiao`. */
export function isPinyinOf(letters: string, title: string): boolean {
  return match(title, letters, { continuous: true }) !== null
}
