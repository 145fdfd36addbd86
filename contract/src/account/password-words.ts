/* What people make passwords of, and what those who guess them try first. */

/** Words and names that stand in the published lists of leaked passwords, in English and in pinyin, and what belongs to this trade. */
export const commonWords: ReadonlySet<string> = new Set(
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
export const joiners: ReadonlySet<string> = new Set([
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
/** Steps along a run, either way. */
export const neighbours: ReadonlySet<string> = new Set(
  runs.flatMap((run) => [...run].slice(1).flatMap((letter, index) => [run[index]! + letter, letter + run[index]!])),
)

/** Signs that stand for letters. */
export const lookalikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
