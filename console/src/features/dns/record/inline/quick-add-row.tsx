import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { useLayout } from '../../../../browser/layout-width.ts'

// The checks of records come with it, after the table.
const QuickAdd = lazyPart(() => import('./quick-add.tsx').then((part) => part.QuickAdd))

/** The place of the quick-add row, which it keeps until its code is there. A phone has the button alone. */
export function QuickAddRow(props: ComponentProps<typeof QuickAdd>) {
  if (useLayout() === 'mobile') return null
  return (
    <div className="min-h-12 border-b border-kumo-line px-3 py-2">
      <Suspense fallback={null}>
        <QuickAdd {...props} />
      </Suspense>
    </div>
  )
}
