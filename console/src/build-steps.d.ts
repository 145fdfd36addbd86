/** An icon of Phosphor by its name, such as `icon:arrow-left`, or `icon:arrow-left-fill` for the filled one (`build-steps/icons.ts`). */
declare module 'icon:*' {
  import type { ComponentType, SVGProps } from 'react'
  const icon: ComponentType<SVGProps<SVGSVGElement> & { readonly size?: number }>
  export default icon
}

/** The coasts of the world, and where countries lie on it (`build-steps/world-map.ts`). */
declare module 'world-map:' {
  const map: {
    readonly width: number
    readonly height: number
    readonly land: string
    readonly places: Readonly<Record<string, readonly [x: number, y: number]>>
  }
  export default map
}
