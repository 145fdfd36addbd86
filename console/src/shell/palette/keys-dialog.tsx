import { Dialog } from '../../screen-parts/dialog/dialog.tsx'
import { useText } from '../../i18n/messages.ts'
import { commandKey } from './palette-button.tsx'
import { paletteMessages } from './palette.messages.ts'

const rows = [
  ['palette', [commandKey, 'K']],
  ['help', ['?']],
  ['submit', ['Enter']],
  ['escape', ['Esc']],
  ['tab', ['Tab']],
  ['move', ['↑', '↓']],
  ['add', ['N']],
  ['search', ['/']],
  ['rows', ['J', 'K']],
  ['cell', ['Enter']],
  ['tick', ['X']],
  ['save', [commandKey, 'Enter']],
  ['undo', [commandKey, 'Z']],
  ['paste', [commandKey, 'V']],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const text = useText(paletteMessages)
  return (
    <Dialog title={text.keysTitle} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2.5 text-sm">
        {rows.map(([name, keys]) => (
          <div key={name} className="contents">
            <dt>{text.keys[name]}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-6 rounded-sm border border-kumo-line bg-kumo-recessed px-1.5 py-0.5 text-center text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
