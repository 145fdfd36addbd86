import { useState } from 'react'
import map from 'world-map:'
import { useText } from '../../../i18n/messages.ts'
import { querySourceMessages } from './query-source.messages.ts'

/** A place with its figures in words. */
export type MapRow = { readonly code: string; readonly name: string; readonly answers: number; readonly inWords: string }

/** In the units of the map. */
const radius = { least: 5, most: 40 } as const

/** Countries by how many answers they had: circles whose area is their share, over the coasts of the world. What it shows stands in the table, too. */
export function SourceMap({ rows }: { rows: readonly MapRow[] }) {
  const text = useText(querySourceMessages)
  const [hovered, setHovered] = useState<string | null>(null)
  const placed = rows.flatMap((row) => {
    const place = map.places[row.code]
    return place && row.answers > 0 ? [{ ...row, place }] : []
  })
  const most = Math.max(...placed.map(({ answers }) => answers), 1)
  const pointed = placed.find(({ code }) => code === hovered)
  const summary = placed
    .slice(0, 3)
    .map(({ name, inWords }) => `${name} ${inWords}`)
    .join(text.between)
  return (
    <div className="relative mx-auto max-w-[1100px] px-4 py-3">
      <div className="relative">
        <svg role="img" aria-label={text.mapLabel(placed.length, summary)} viewBox={`0 0 ${map.width} ${map.height}`} className="block w-full">
          <path d={map.land} className="fill-kumo-line" />
          {placed.map(({ code, answers, place: [x, y] }) => (
            <circle
              key={code}
              data-country={code}
              cx={x}
              cy={y}
              r={Math.max(radius.least, radius.most * Math.sqrt(answers / most))}
              className={`stroke-np-accent ${code === hovered ? 'fill-np-accent/70' : 'fill-np-accent/35'}`}
              onPointerEnter={() => setHovered(code)}
              onPointerLeave={() => setHovered(null)}
            />
          ))}
        </svg>
        {pointed && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute z-10 rounded-md border border-kumo-line bg-kumo-base px-2.5 py-1.5 text-sm whitespace-nowrap shadow-sm"
            style={placeOf(pointed.place)}
          >
            <span className="font-medium">{pointed.name}</span> <span className="text-kumo-subtle tabular-nums">{pointed.inWords}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** Beside the middle of the circle, on the side where there is room. */
function placeOf([x, y]: readonly [number, number]) {
  const top = `${(100 * y) / map.height}%`
  return x < map.width / 2 ? { left: `${(100 * x) / map.width}%`, top } : { right: `${100 - (100 * x) / map.width}%`, top }
}
