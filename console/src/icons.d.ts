/** An icon of Phosphor by its name, such as `icon:arrow-left`, or `icon:arrow-left-fill` for the filled one (`build-steps/icons.ts`). */
declare module 'icon:*' {
  import type { ComponentType, SVGProps } from 'react'
  const icon: ComponentType<SVGProps<SVGSVGElement> & { readonly size?: number }>
  export default icon
}
