import { noticeSuccess, noticeWarning } from '../../api/notices.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'

/** Copies a text and says how that went (spec points 5 and 8): an empty text fails, and so does a browser that cannot copy. */
export async function copyText(content: string): Promise<boolean> {
  const text = textsIn(partsMessages, currentLanguage())
  if (content === '') {
    noticeWarning(text.copyEmpty)
    return false
  }
  if (!(await isCopied(content))) {
    noticeWarning(text.copyUnsupported)
    return false
  }
  noticeSuccess(text.copied)
  return true
}

async function isCopied(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content)
    return true
  } catch {
    return isCopiedBySelection(content)
  }
}

/** Pages that did not come by https have no clipboard; selecting a text and copying it still works there. */
function isCopiedBySelection(content: string): boolean {
  const area = document.createElement('textarea')
  area.value = content
  area.readOnly = true
  area.className = 'sr-only'
  // Inside an open dialog everything else is inert.
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const focused = document.activeElement
  place.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
