import type { ComponentProps } from 'react'
import { useText } from '../../i18n/messages.ts'
import { Modal } from '../../ui/modal.tsx'
import { partsMessages } from '../screen-parts.messages.ts'

/** A modal dialog whose two buttons beside the title are called as everywhere. */
export function Dialog(rest: Omit<ComponentProps<typeof Modal>, 'labels'>) {
  const { close, fullScreen } = useText(partsMessages)
  return <Modal {...rest} labels={{ close, fullScreen }} />
}
