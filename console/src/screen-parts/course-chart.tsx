import { useEffect, useRef, useState, type RefObject } from 'react'
import { LineChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, ToolboxComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { formatExactTime } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { QuietButton } from '../ui/button.tsx'

register([LineChart, GridComponent, TooltipComponent, DataZoomComponent, ToolboxComponent, CanvasRenderer])

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

const dayMs = 86_400_000

/** Values over time as a thin line, and a quieter one to compare with; gaps stay gaps. Drag to zoom, where there is a pointer to drag with. */
export function CourseChart({ points, compared, label, unit, noData, wholeLabel }: CourseChartProps) {
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const [isZoomed, setZoomed] = useState(false)
  const colours = useColours(box)

  useEffect(() => {
    const made = init(box.current)
    chart.current = made
    const resizing = new ResizeObserver(() => made.resize())
    resizing.observe(box.current!)
    // Dragging names the values it zooms to; our own button names a share of the whole.
    made.on('datazoom', (event) => setZoomed((event as { batch?: { startValue?: unknown }[] }).batch?.some((zoom) => zoom.startValue !== undefined) ?? false))
    return () => {
      resizing.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    if (!colours || !chart.current) return
    const known = points.filter(({ value }) => value !== null).length
    const [first, last] = [points[0]?.time.getTime() ?? 0, points.at(-1)?.time.getTime() ?? 0]
    const isOfDays = last - first > 2 * dayMs
    const inWords = ({ time, value }: Point): string => `${formatExactTime(time).slice(0, 16)}  ${value === null ? noData : `${format.number(value)} ${unit}`}`
    chart.current.setOption({
      animation: false,
      textStyle: { fontFamily: colours.font, color: colours.text },
      grid: { left: 8, right: 16, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: {
        type: 'time',
        min: first,
        max: last,
        axisLine: { lineStyle: { color: colours.line } },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          color: colours.text,
          fontSize: 12,
          hideOverlap: true,
          formatter: (time: number) => formatExactTime(new Date(time)).slice(...(isOfDays ? [5, 10] : [11, 16])),
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        minInterval: 1,
        splitNumber: 4,
        splitLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.text, fontSize: 12, formatter: (value: number) => format.number(value, { notation: 'compact', maximumFractionDigits: 1 }) },
      },
      tooltip: {
        trigger: 'axis',
        renderMode: 'richText',
        confine: true,
        transitionDuration: 0,
        backgroundColor: colours.surface,
        borderColor: colours.line,
        borderWidth: 1,
        padding: [6, 10],
        textStyle: { color: colours.strong, fontSize: 13, fontFamily: colours.font },
        axisPointer: { lineStyle: { color: colours.text, type: 'solid', width: 1 } },
        formatter: (shown: { dataIndex: number }[]) => {
          const at = shown[0]?.dataIndex ?? 0
          return [points[at], compared?.points[at]].flatMap((point) => (point ? [inWords(point)] : [])).join('\n')
        },
      },
      // Its button is never seen: dragging zooms at once.
      toolbox: { show: true, top: -100, itemSize: 0, feature: { dataZoom: { yAxisIndex: 'none', brushStyle: { color: colours.fill, borderWidth: 0 } } } },
      series: [
        {
          type: 'line',
          id: 'current',
          data: points.map(({ time, value }) => [time.getTime(), value]),
          connectNulls: false,
          showSymbol: known < 3,
          symbolSize: 4,
          silent: true,
          emphasis: { disabled: true },
          lineStyle: { width: 1.5, color: colours.accent },
          itemStyle: { color: colours.accent },
          areaStyle: { color: colours.fill },
        },
        {
          type: 'line',
          id: 'compared',
          data: compared?.points.map(({ value }, at) => [points[at]?.time.getTime() ?? 0, value]) ?? [],
          connectNulls: false,
          showSymbol: false,
          silent: true,
          emphasis: { disabled: true },
          lineStyle: { width: 1, type: 'dashed', color: colours.text },
          itemStyle: { color: colours.text },
        },
      ],
    })
    if (matchMedia('(pointer: fine)').matches) chart.current.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true })
  }, [points, compared, colours, unit, noData, format])

  return (
    <div className="relative">
      <div ref={box} role="img" aria-label={label} title="" className="h-64 w-full" />
      {isZoomed && (
        <QuietButton className="absolute top-2 right-4 h-7 px-2" onClick={() => chart.current?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 })}>
          {wholeLabel}
        </QuietButton>
      )}
    </div>
  )
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
