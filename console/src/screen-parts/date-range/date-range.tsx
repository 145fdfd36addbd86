import { useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import CaretLeftIcon from 'icon:caret-left'
import CaretRightIcon from 'icon:caret-right'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../ui/button.tsx'
import { filterChip } from '../../ui/chip.ts'
import { textField } from '../../ui/classes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { dayOf, isBetween, recentRanges, shiftedDay, shiftedMonth, startOfDay, weeksOf, withClicked, wrongEnds, type Days } from './days.ts'

type DateRangeProps = {
  label: string
  /** Days as `2026-03-09`; empty is open. */
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A filter for a range of days: shortcuts, two fields to type in, and a calendar. */
export function DateRange({ label, from, to, onChange }: DateRangeProps) {
  const text = useText(partsMessages)
  const isOn = from !== '' || to !== ''
  const recent = recentRanges(dayOf(new Date())).find((range) => range.from === from && range.to === to)
  const said = recent ? text.dates[recent.key] : `${from} – ${to}`
  return (
    <Popover
      label={isOn ? text.nameAndValue(label, said) : label}
      triggerClassName={`${filterChip(isOn)} cursor-pointer focus-visible:outline-2 focus-visible:outline-kumo-focus`}
      trigger={
        <>
          {label}
          {isOn && <span className="ml-0.5 font-medium tabular-nums">{said}</span>}
          <CaretDownIcon size={12} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <RangePanel
          label={label}
          from={from}
          to={to}
          onChoose={(first, last) => {
            onChange(first, last)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function RangePanel({ label, from, to, onChoose }: { label: string; from: string; to: string; onChoose: (from: string, to: string) => void }) {
  const text = useText(partsMessages)
  const today = dayOf(new Date())
  const [days, setDays] = useState<Days>({ first: from, last: to })
  const wrong = wrongEnds(days)
  const mayApply = !wrong.first && !wrong.last
  const field = (end: keyof Days, name: string) => (
    <label className="min-w-0 flex-1 text-xs text-kumo-subtle">
      {name}
      <input
        type="text"
        inputMode="numeric"
        placeholder="2026-01-31"
        maxLength={10}
        value={days[end]}
        aria-invalid={wrong[end] || undefined}
        className={`${textField} mt-0.5 tabular-nums`}
        onChange={(event) => setDays({ ...days, [end]: event.target.value.trim() })}
        data-first-focus={end === 'first' || undefined}
      />
    </label>
  )
  return (
    <form
      aria-label={label}
      className="flex w-80 max-w-full flex-col gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayApply) onChoose(days.first, days.last)
      }}
    >
      <div className="flex gap-1.5">
        {recentRanges(today).map((range) => (
          <QuietButton key={range.key} className="h-7 shrink grow px-1.5 text-xs!" onClick={() => onChoose(range.from, range.to)}>
            {text.dates[range.key]}
          </QuietButton>
        ))}
      </div>
      <div className="flex gap-2">
        {field('first', text.dates.from)}
        {field('last', text.dates.to)}
      </div>
      <Calendar days={days} today={today} onChoose={(day) => setDays(withClicked(days, day))} />
      <div className="flex justify-end gap-2">
        <QuietButton className="h-7" onClick={() => onChoose('', '')}>
          {text.dates.clear}
        </QuietButton>
        <PrimaryButton type="submit" className="h-7" refusal={mayApply ? null : text.reasons.dates}>
          {text.confirm}
        </PrimaryButton>
      </div>
    </form>
  )
}

const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function Calendar({ days, today, onChoose }: { days: Days; today: string; onChoose: (day: string) => void }) {
  const text = useText(partsMessages)
  const language = useLanguage()
  const begin = [days.last, days.first].find((day) => startOfDay(day) !== null) ?? today
  const [focused, setFocused] = useState(begin)
  const month = shiftedMonth(focused, 0)
  const title = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { year: 'numeric', month: 'long' }).format(startOfDay(month)!)
  const spoken = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'long' })
  const weeks = weeksOf(month)
  const names = weeks[0]!.map((day) => new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'narrow' }).format(startOfDay(day)!))
  function move(event: React.KeyboardEvent<HTMLTableElement>) {
    const step = keys[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = shiftedDay(focused, step)
    setFocused(next)
    const table = event.currentTarget
    requestAnimationFrame(() => table.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  return (
    <div>
      <div className="flex items-center justify-between">
        <IconButton
          className="size-7"
          label={text.dates.previousMonth}
          onClick={() => setFocused(shiftedMonth(focused, -1))}
          icon={<CaretLeftIcon size={14} />}
        />
        <span className="text-sm font-medium" aria-live="polite">
          {title}
        </span>
        <IconButton className="size-7" label={text.dates.nextMonth} onClick={() => setFocused(shiftedMonth(focused, 1))} icon={<CaretRightIcon size={14} />} />
      </div>
      <table className="w-full table-fixed text-center text-sm tabular-nums" onKeyDown={move}>
        <thead>
          <tr>
            {names.map((name, index) => (
              <th key={index} scope="col" className="h-7 text-xs font-normal text-kumo-subtle">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isEnd = day === days.first || day === days.last
                return (
                  <td key={day} className={isBetween(day, days) ? 'bg-kumo-brand/10' : ''}>
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === focused ? 0 : -1}
                      aria-label={spoken.format(startOfDay(day)!)}
                      aria-pressed={isEnd}
                      aria-current={day === today ? 'date' : undefined}
                      className={`size-7 cursor-pointer rounded-md hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:bg-np-fill aria-pressed:text-white ${day.startsWith(month.slice(0, 7)) ? '' : 'text-kumo-subtle'} ${day === today ? 'font-medium underline underline-offset-4' : ''}`}
                      onClick={() => {
                        setFocused(day)
                        onChoose(day)
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
