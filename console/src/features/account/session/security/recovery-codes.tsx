import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { copyText } from '../../../../screen-parts/copy/copy-text.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { securityMessages } from './security.messages.ts'

/** The codes, this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText(securityMessages)

  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text.fileHead(location.hostname)}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
    link.download = 'nameplane-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Dialog
      title={text.codesTitle}
      // A slip beside the dialog must not lose them: one button closes it.
      onClose={() => undefined}
      footer={
        <>
          <QuietButton onClick={() => void copyText(codes.join('\n'))}>{text.copyCodes}</QuietButton>
          <QuietButton onClick={download}>{text.downloadCodes}</QuietButton>
          <PrimaryButton onClick={onClose}>{text.codesKept}</PrimaryButton>
        </>
      }
    >
      <p>{text.codesHelp}</p>
      <ul aria-label={text.recovery} className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-kumo-line bg-kumo-recessed px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
