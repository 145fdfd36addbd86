import type { ProblemCode } from '../problem-text.ts'
import './account-problems.ts'

/*
 * Which passwords everybody tries first. A list of whole passwords ends where somebody appends a year; so the list is of
 * the words that they are made of, and a password made of nothing else, or of a pattern, is refused.
 */

// Words and names that stand in the published lists of leaked passwords, in English and in pinyin, and what belongs to this trade.
const commonWords = new Set(
  `abc abcd abcde abcdef abcdefg access account admin administrator adobe alex alibaba alice amanda america andrea andrew angel
  anna anthony apple april ashley august austin autumn azerty baby bailey baidu barbara baseball basketball batman beijing
  black blink blue boss buster butterfly cdn changeme change charlie cheese chelsea chicken china chocolate chris cisco coffee
  company computer console cookie dallas daniel database david december default demo dev diamond dns domain donald dragon elephant
  email enter example facebook family february flower football forever freedom friday friend friends gateway george
  ginger goodbye google grace green guangzhou guanliyuan guest hannah happy harley hello hockey home host huawei hunter ilove iloveyou
  internet jack james january jasmine jennifer jessica jesus jordan joshua july june justin king lakers letmein linux liverpool
  login london love loveme lovely maggie manager march martin master matrix matthew maverick melissa mercedes merlin michael
  michelle mickey mima mobile monday monkey mother mustang mysql name nameplane network newpass nicole nihao november ninja
  nothing october office operator oracle orange pass passw passwd password pepper phoenix please pokemon postgres postgresql princess
  purple qazwsx qwert qwerty qwertyuiop qwer rabbit rachel ranger rainbow raspberry robert root router saturday samantha samsung
  secret secure security september server service shadow shanghai shenzhen silver snoopy soccer sophie spring star starwars
  starter steven summer sunday sunshine super superman support switch sys sysadmin system taylor temp temporary tencent test
  tester testing thomas thursday tigger tomcat trustno trustme tuesday ubuntu unix user username victoria virtual vmware web
  webmaster wednesday weixin welcome whatever william windows winter wizard woaini woaizhongguo wode wordpress work xiaomi yahoo yellow
  zaq zhang zhongguo zxcvbn zxcvbnm`.split(/\s+/),
)
/** Words that join others: alone they make nothing common. */
const joiners = new Set([
  'a',
  'an',
  'and',
  'am',
  'be',
  'for',
  'go',
  'i',
  'is',
  'it',
  'me',
  'my',
  'new',
  'no',
  'not',
  'of',
  'old',
  'one',
  'or',
  'our',
  'the',
  'this',
  'to',
  'we',
  'you',
  'your',
  's',
])

// Neighbours on a keyboard, along its rows and down its columns, and in the alphabet.
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '!@#$%^&*()',
]
const neighbours = new Set(runs.flatMap((run) => [...run].slice(1).flatMap((letter, index) => [run[index]! + letter, letter + run[index]!])))

const lookalikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** Whether the letters are nothing but listed words one after the other, at least one of them no mere joiner. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  // For each length of beginning: not reachable, by joiners only, or with a real word.
  const reached: (false | 'joined' | 'worded')[] = [false]
  reached[0] = 'joined'
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = false
    for (let start = 0; start < end; start++) {
      const before = reached[start]
      if (!before) continue
      const part = letters.slice(start, end)
      if (words.has(part)) reached[end] = 'worded'
      else if (joiners.has(part) && reached[end] !== 'worded') reached[end] = before
    }
  }
  return reached[letters.length] === 'worded'
}

function isPattern(password: string): boolean {
  if (new Set(password).size < 5) return true
  if (/^(.{1,8}?)\1+.{0,3}$/u.test(password)) return true
  const pairs = [...password].slice(1).map((letter, index) => password[index]! + letter)
  // Three of four steps lead to a neighbour or nowhere: a walk over the keyboard with a few turns.
  return pairs.filter((pair) => pair[0] === pair[1] || neighbours.has(pair)).length >= pairs.length * 0.7
}

/** Whether a password is a common word or several, whatever digits and signs stand around, or a pattern; any case of letters, `@` for `a` and the like. */
export function isCommonPassword(password: string, username = ''): boolean {
  const lower = password.toLowerCase()
  if (isPattern(lower)) return true
  const words = new Set(commonWords)
  for (const name of username.toLowerCase().split(/[^a-z]+/)) if (name.length >= 3) words.add(name)
  const bare = lower.replace(/[^a-z]/g, '')
  const trimmed = lower.replace(/^[^a-z]+|[^a-z@$!]+$/g, '').replace(/[!@$]+$/, '')
  const read = trimmed.replace(/[013457@$!]/g, (sign) => lookalikes[sign]!).replace(/[^a-z]/g, '')
  // Digits alone are no secret either: a date, a telephone number.
  return bare === '' || isMadeOf(bare, words) || isMadeOf(read, words)
}

/**
 * What is wrong with a new administrator's password, beside the form that every password has (`rules.password`); null when
 * nothing is. Lengths in characters.
 */
export function administratorPasswordProblem(
  password: string,
  username: string,
  minimum: number,
): { code: ProblemCode; params: Record<string, unknown> } | null {
  if (password.length < minimum) return { code: 'password_too_short', params: { minimum } }
  return isCommonPassword(password, username) ? { code: 'password_common', params: {} } : null
}
