import type { ComponentType, SVGProps } from 'react'

type Icon = ComponentType<SVGProps<SVGSVGElement> & { readonly size?: number }>

/** An icon of these outlines, on a field of 256 by 256, in the colour of the text. The build makes each `icon:…` by it. */
export function drawnIcon(outlines: readonly string[]): Icon {
  return ({ size = 16, ...rest }) => (
    <svg width={size} height={size} viewBox="0 0 256 256" fill="currentColor" aria-hidden={rest['aria-label'] ? undefined : true} {...rest}>
      {outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  )
}
