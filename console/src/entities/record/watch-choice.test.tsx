import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { currentLanguage } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { noWatch, WatchChoice, watchSent } from './watch-choice.tsx'
import { watchChoiceMessages } from './watch-choice.messages.ts'

const on = { ...noWatch, isOn: true }
const text = textsIn(watchChoiceMessages, currentLanguage())

describe('the choice to watch', () => {
  test.each([
    ['nothing where it is not made', noWatch, undefined],
    ['what is usual where nothing else is typed', on, { watchMinutes: 10, watchThreshold: 5 }],
    ['as many minutes as can be', { ...on, minutes: '60' }, { watchMinutes: 60, watchThreshold: 5 }],
    ['no more', { ...on, minutes: '61' }, null],
    ['as high a rise as can be', { ...on, threshold: '100' }, { watchMinutes: 10, watchThreshold: 100 }],
    ['no higher', { ...on, threshold: '101' }, null],
    ['none of nothing', { ...on, threshold: '0' }, null],
    ['no part of a minute', { ...on, minutes: '1.5' }, null],
    ['nothing of what is empty', { ...on, minutes: ' ' }, null],
  ])('sends %s', (_, entry, sent) => {
    expect(watchSent(entry)).toEqual(sent)
  })

  test.each([
    ['minutes', { minutes: '61' }, [text.minutesWrong]],
    ['the rise', { threshold: '101' }, [text.thresholdWrong]],
    ['both', { minutes: '', threshold: '' }, [text.minutesWrong, text.thresholdWrong]],
  ])('says what is wrong with %s, once it is told to', (_, typed, said) => {
    const shown = (isTold: boolean): string => renderToStaticMarkup(<WatchChoice entry={{ ...on, ...typed, isTold }} isDisabled={false} onChange={() => {}} />)
    const all = [text.minutesWrong, text.thresholdWrong]
    expect(all.filter((wrong) => shown(true).includes(wrong))).toEqual(said)
    expect(all.filter((wrong) => shown(false).includes(wrong))).toEqual([])
  })
})
