import type { FieldRule } from '@nameplane/contract/fields'

/* What a field's text stands for, when a form reads it. */

type Read = (typed: unknown) => unknown

const number = /^-?\d+(\.\d+)?$/

/** A number stays as it was typed while it is none, so that the reader can mend it; an empty field is absent, or null where that is a value. */
export function typedAs({ kind, isNullable }: Pick<FieldRule, 'kind' | 'isNullable'>): Read | undefined {
  if (kind !== 'number') return undefined
  return (typed) => {
    if (typed === '') return isNullable ? null : undefined
    return typeof typed === 'string' && number.test(typed) ? Number(typed) : typed
  }
}

/** The value's own type comes back from the text of what was chosen; of a number, nothing chosen is absent. */
export function chosenAs(rule: Pick<FieldRule, 'kind' | 'isNullable' | 'values'>): Read {
  return typedAs(rule) ?? ((chosen) => rule.values.find((value) => String(value) === String(chosen)) ?? chosen)
}
