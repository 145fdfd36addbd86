import { Component, type ReactNode } from 'react'
import { LoadErrorPage } from './load-error-page.tsx'

type ErrorBoundaryProps = { /** Another one means that it may go well now. */ resetKey: unknown; children: ReactNode }
type ErrorBoundaryState = { resetKey: unknown; caught: { readonly error: unknown } | null }

/** Shows what is wrong in place of children that broke; React catches errors only in classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { resetKey, caught: null }
  }

  override render(): ReactNode {
    const { caught } = this.state
    return caught ? <LoadErrorPage error={caught.error} reset={() => this.setState({ caught: null })} /> : this.props.children
  }
}
