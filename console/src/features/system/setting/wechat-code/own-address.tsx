import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'

/** Something of this platform that has to be entered on WeChat's pages. */
export function OwnAddress({ label, help, address }: { label: string; help: string; address: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{label}</p>
      <p className="flex items-center gap-1 rounded-md bg-kumo-recessed py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{address}</code>
        <CopyButton text={address} label={label} />
      </p>
      <p className="mt-1 text-sm text-pretty text-kumo-subtle">{help}</p>
    </div>
  )
}
