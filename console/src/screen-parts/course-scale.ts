/* How a course over time is laid out: pure, so that it can be tested without a canvas. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Lines across the chart, beside the lowest. */
const wantedSteps = 4

/** Whole numbers from zero to the first beyond the highest value, in steps of 1, 2 or 5 of a power of ten. */
export function valueMarks(highest: number): readonly number[] {
  const rough = Math.max(highest, 1) / wantedSteps
  const power = 10 ** Math.floor(Math.log10(rough))
  const multiple = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10
  const step = Math.max(1, multiple * power)
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, at) => at * step)
}

/** Distances between the marks of a time, of which the chart takes the first that leaves room for their words. */
export function timeDistances(spanMs: number): number[] {
  // Longer spans are marked with days only: hours without a day would say nothing.
  if (isOfDays(spanMs)) return [1, 2, 3, 5, 7, 10, 15].map((days) => days * dayMs)
  return [...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs), ...[1, 2, 3, 4, 6, 12].map((hours) => hours * hourMs)]
}

export function isOfDays(spanMs: number): boolean {
  return spanMs > 2 * dayMs
}

/** Where a line would not show a value: those between two gaps, or all while there are fewer than three. */
export function lonelyValues(values: readonly (number | null)[]): number[] {
  const isFew = values.filter((value) => value !== null).length < 3
  return values.flatMap((value, at) => (value !== null && (isFew || ((values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null)) ? [at] : []))
}

/** What is shown of a course as long as `spanMs`. */
export type Zoom = { readonly from: number; readonly to: number; readonly spanMs: number }

/** A zoom stays while the course goes on, until all of it is past; of another period it says nothing. */
export function zoomWithin(zoom: Zoom | null, first: number, last: number): Zoom | null {
  return zoom?.spanMs === last - first && zoom.to > first ? zoom : null
}
