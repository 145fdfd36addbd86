import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useRoom } from './fitting-height.ts'

/* What a part of the page is told of the room that the window has left for it. How much that is, only a browser knows. */

type Fit = (element: HTMLElement, roomPx: number) => void

function Part({ fit }: { fit: Fit }) {
  const part = useRef<HTMLDivElement>(null)
  useRoom(part, fit)
  return <div ref={part}>part</div>
}

/** What is followed until it is let go, and how whatever follows it is told of a new size. */
function followed() {
  const elements = new Set<Element>()
  const tell: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        tell.push(told)
      }
      observe = (element: Element): void => void elements.add(element)
      disconnect = (): void => elements.clear()
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return { elements, tell: () => tell.forEach((one) => one()) }
}

test('the room is told at first, and again whenever the window, the page or what is around the part has another size', () => {
  const { elements, tell } = followed()
  const fit = vi.fn<Fit>()
  const { unmount, container } = render(
    <main style={{ paddingBottom: '8px' }}>
      <section>
        <Part fit={fit} />
      </section>
    </main>,
  )
  const part = container.querySelector('div')!
  expect(fit.mock.calls).toEqual([[part, expect.any(Number)]])
  expect(Number.isFinite(fit.mock.calls[0]![1])).toBe(true)
  expect([...elements]).toEqual([container.querySelector('main'), container.querySelector('section'), document.documentElement])
  tell()
  expect(fit).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('resize'))
  expect(fit).toHaveBeenCalledTimes(3)

  unmount()
  expect(elements.size).toBe(0)
  window.dispatchEvent(new Event('resize'))
  expect(fit).toHaveBeenCalledTimes(3)
})

test('outside the page there is as much room as is wanted', () => {
  followed()
  const fit = vi.fn<Fit>()
  const { container } = render(<Part fit={fit} />)
  expect(fit.mock.calls).toEqual([[container.querySelector('div'), Infinity]])
})
