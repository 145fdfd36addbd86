import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatExactTime } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { QuietButton } from '../ui/button.tsx'
import { isOfDays, lonelyValues, timeDistances, valueMarks, zoomWithin, type Zoom } from './course-scale.ts'
import './course-chart.css'

const topPx = 16
const sidePx = 16
/** Between an axis and its words. */
const gapPx = 8
/** Between the pointer and what it points at. */
const besidePx = 12

export type Point = { readonly time: Date; readonly value: number | null }

type CourseChartProps = {
  points: readonly Point[]
  /** What it is compared with, point by point: drawn at the times of `points`, with times of its own in words. */
  compared?: { readonly name: string; readonly points: readonly Point[] } | undefined
  /** What the chart says in words. */
  label: string
  /** After a figure. */
  unit: string
  noData: string
  /** Takes the zoom back. */
  wholeLabel: string
}

/** Where the pointer is, and what was there. */
type Pointed = { readonly leftPx: number; readonly topPx: number; readonly lines: readonly string[] }

/** Values over time as a thin line, and a quieter one to compare with; gaps stay gaps. Drag to zoom, where there is a pointer to drag with. */
export function CourseChart({ points, compared, label, unit, noData, wholeLabel }: CourseChartProps) {
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const [chosenZoom, setZoom] = useState<Zoom | null>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const colours = useColours(box)
  const [first, last] = [points[0]?.time.getTime() ?? 0, points.at(-1)?.time.getTime() ?? 0]
  const zoom = zoomWithin(chosenZoom, first, last)

  useEffect(() => {
    if (!colours || !box.current) return
    const place = box.current
    const [from, to] = zoom ? [zoom.from, zoom.to] : [first, last]
    const values = points.map(({ value }) => value)
    const inWords = ({ time, value }: Point): string => `${formatExactTime(time).slice(0, 16)}  ${value === null ? noData : `${format.number(value)} ${unit}`}`
    const inShort = (value: number): string => format.number(value, { notation: 'compact', maximumFractionDigits: 1 })
    const font = `12px ${colours.font}`
    const axis = { stroke: colours.text, font, ticks: { show: false } }
    const plot = new uPlot(
      {
        width: place.clientWidth,
        height: place.clientHeight,
        // Times are in milliseconds.
        ms: 1,
        padding: [topPx, sidePx, 0, 0],
        legend: { show: false },
        scales: {
          x: { range: () => [from, to] },
          // Without a value there is nothing to measure by.
          y: { range: (_plot, _lowest, highest) => (highest === null ? [null, null] : [0, valueMarks(highest).at(-1)!]) },
        },
        axes: [
          {
            ...axis,
            size: 28,
            gap: 8,
            space: 64,
            border: { show: true, stroke: colours.line, width: 1 },
            grid: { show: false },
            incrs: (_plot, _axis, low, high) => timeDistances(high - low),
            values: (_plot, times) => times.map((time) => formatExactTime(new Date(time)).slice(...(isOfDays(to - from) ? [5, 10] : [11, 16]))),
          },
          {
            ...axis,
            size: (_plot, words) => 2 * gapPx + Math.max(0, ...(words ?? []).map((word) => widthOf(word, font))),
            gap: gapPx,
            grid: { stroke: colours.line, width: 1 },
            splits: (_plot, _axis, _low, high) => [...valueMarks(high)],
            values: (_plot, marks) => marks.map(inShort),
          },
        ],
        series: [
          {},
          {
            stroke: colours.accent,
            width: 1.5,
            fill: colours.fill,
            points: { show: true, filter: () => lonelyValues(values), size: 4, width: 0, fill: colours.accent },
          },
          { stroke: colours.text, width: 1, dash: [4, 2], points: { show: false } },
        ],
        cursor: {
          y: false,
          points: { show: false },
          drag: { x: matchMedia('(pointer: fine)').matches, y: false, setScale: false, dist: 4 },
          // Two clicks do nothing: the way back has its own button.
          bind: { dblclick: () => null },
        },
        hooks: {
          setCursor: [
            ({ cursor: { left = -1, top = 0, idx }, bbox }) => {
              const point = left < 0 || idx == null ? undefined : points[idx]
              if (!point) return setPointed(null)
              const lines = [point, compared?.points[idx!]].flatMap((each) => (each ? [inWords(each)] : []))
              setPointed({ leftPx: bbox.left / devicePixelRatio + left, topPx: topPx + top, lines })
            },
          ],
          setSelect: [
            (made) => {
              const { left, width } = made.select
              if (width > 0) setZoom({ from: made.posToVal(left, 'x'), to: made.posToVal(left + width, 'x'), spanMs: last - first })
            },
          ],
        },
      },
      [points.map(({ time }) => time.getTime()), values, points.map((_, at) => compared?.points[at]?.value ?? null)],
      place,
    )
    const resizing = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: place.clientHeight }))
    resizing.observe(place)
    return () => {
      resizing.disconnect()
      plot.destroy()
      setPointed(null)
    }
  }, [points, compared, colours, unit, noData, format, zoom, first, last])

  return (
    <div className="np-course relative">
      <div ref={box} role="img" aria-label={label} title="" className="h-64 w-full overflow-hidden" />
      {pointed && <PointedWords {...pointed} />}
      {zoom && (
        <QuietButton className="absolute top-2 right-4 h-7 px-2" onClick={() => setZoom(null)}>
          {wholeLabel}
        </QuietButton>
      )}
    </div>
  )
}

/** Beside the pointer, on the side where there is room; never outside the chart. */
function PointedWords({ leftPx, topPx, lines }: Pointed) {
  const words = useRef<HTMLDivElement>(null)
  const shown = lines.join('\n')
  useLayoutEffect(() => {
    const { offsetWidth, offsetHeight, offsetParent, style } = words.current!
    const [roomX, roomY] = [offsetParent!.clientWidth - offsetWidth, offsetParent!.clientHeight - offsetHeight]
    const right = leftPx + besidePx
    style.left = `${Math.max(0, right <= roomX ? right : Math.min(leftPx - besidePx - offsetWidth, roomX))}px`
    style.top = `${Math.max(0, Math.min(topPx, roomY))}px`
  }, [leftPx, topPx, shown])
  return (
    <div
      ref={words}
      aria-hidden="true"
      className="pointer-events-none absolute rounded border border-kumo-hairline bg-kumo-base px-2.5 py-1.5 text-sm leading-5 whitespace-pre text-kumo-default tabular-nums"
    >
      {shown}
    </div>
  )
}

function widthOf(text: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = font
  return context.measureText(text).width
}

type Colours = { text: string; strong: string; line: string; surface: string; accent: string; fill: string; font: string }

/** The colours of the page where the chart stands, as a canvas knows them; new ones when the theme changes. */
function useColours(box: RefObject<HTMLElement | null>): Colours | null {
  const [colours, setColours] = useState<Colours | null>(null)
  useEffect(() => {
    const read = () => setColours(coloursAt(box.current!))
    read()
    const watching = new MutationObserver(read)
    watching.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode', 'style'] })
    return () => watching.disconnect()
  }, [box])
  return colours
}

function coloursAt(place: HTMLElement): Colours {
  const probe = place.ownerDocument.createElement('span')
  place.parentElement!.append(probe)
  const colourOf = (variable: string, opacity = 1): string => {
    probe.style.color = `var(${variable})`
    return plainColour(getComputedStyle(probe).color, opacity)
  }
  const colours = {
    text: colourOf('--text-color-kumo-subtle'),
    strong: colourOf('--text-color-kumo-default'),
    line: colourOf('--color-kumo-hairline'),
    surface: colourOf('--color-kumo-base'),
    accent: colourOf('--color-np-accent'),
    fill: colourOf('--color-np-accent', 0.1),
    font: getComputedStyle(probe).fontFamily,
  }
  probe.remove()
  return colours
}

/** Any colour of CSS as red, green and blue: the chart's own reader does not know the newer forms. */
function plainColour(colour: string, opacity: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`
}
