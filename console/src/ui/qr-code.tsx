import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code. Dark on light in both themes: many cameras read no other. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { size, data } = useMemo(() => encode(content, { ecc: 'M', border: 4 }), [content])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 self-center rounded-md border border-kumo-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
