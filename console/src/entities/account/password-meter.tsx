import { administratorPasswordLacks, passwordLevel, passwordLevels } from '@nameplane/contract/account/password-rules'
import { isPassword } from '@nameplane/contract/rules'
import { useText, type Translated } from '../../i18n/messages.ts'
import { passwordMeterMessages } from './password-meter.messages.ts'
import type { PasswordStrengthProps } from './password-strength.tsx'

const colours = { 1: 'bg-kumo-danger', 2: 'bg-kumo-warning', 3: 'bg-kumo-success', 4: 'bg-kumo-success' } as const
/** No new password is longer, and a longer text would take long to measure. */
const measuredLength = 32

/** How strong the password is and what it lacks, by the very rules that the server refuses it by. */
export function PasswordMeter({ password, username = '', minimum, isRuleUnknown = false }: PasswordStrengthProps) {
  const text = useText(passwordMeterMessages)
  const measured = password.slice(0, measuredLength)
  const level = passwordLevel(measured, username)
  const lacks = lacksOf(text.lacks, password, measured, username, minimum)
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span
          role="meter"
          aria-label={text.strength}
          aria-valuemin={0}
          aria-valuemax={passwordLevels.length}
          aria-valuenow={level}
          aria-valuetext={text.levels[level]}
          className="grid min-w-24 flex-1 grid-cols-4 gap-1"
        >
          {passwordLevels.map((one) => (
            <span key={one} className={`h-1.5 rounded-full ${one <= level ? colours[level] : 'bg-kumo-tint'}`} />
          ))}
        </span>
        <span className="whitespace-nowrap text-kumo-subtle">
          {text.strength} <span className="font-medium text-kumo-default">{text.levels[level]}</span>
        </span>
      </div>
      {lacks.length === 0 ? (
        !isRuleUnknown && <p className="mt-1 text-kumo-success">{text.complete}</p>
      ) : (
        <>
          <p className="mt-1 text-kumo-subtle">{text.lacking}</p>
          <ul className="list-disc pl-5 text-pretty">
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function lacksOf(
  text: Translated<(typeof passwordMeterMessages)['zh']>['lacks'],
  password: string,
  measured: string,
  username: string,
  minimum: number | undefined,
): readonly string[] {
  const form = isPassword(password) ? [] : [text.form]
  if (minimum === undefined) return form
  const words = { password_too_short: text.length(minimum, password.length), password_common: text.common, password_guessable: text.guessable }
  return [...form, ...administratorPasswordLacks(measured, username, minimum).map(({ code }) => words[code])]
}
