const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/([\d]+)/, 'Edge'],
  [/\bOPR\/([\d]+)/, 'Opera'],
  [/\bMicroMessenger\/([\d]+)/, 'WeChat'],
  [/\bFirefox\/([\d]+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/([\d]+)/, 'Chrome'],
  [/\bVersion\/([\d]+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/\bcurl\/([\d]+)/, 'curl'],
]
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser and its system in a few words; null when its own words tell neither. Only for the eye: anybody may claim to be any browser. */
export function agentName(agent: string): string | null {
  const browser = browsers.map(([pattern, name]) => [pattern.exec(agent)?.[1], name] as const).find(([version]) => version !== undefined)
  const system = systems.find(([pattern]) => pattern.test(agent))
  const parts = [browser && `${browser[1]} ${browser[0]}`, system?.[1]].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(' · ')
}
