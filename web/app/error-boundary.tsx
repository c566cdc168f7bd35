import type { ReactNode } from 'react'
import { Component } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly instead: (error: unknown) => ReactNode
  /** Another value tries again: a page that broke must not break the next. */
  readonly of: string
}

/** Keeps a failure in one part of the page. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly error: unknown; readonly of: string } | { readonly of: string }
> {
  override state: { readonly error?: unknown; readonly of: string } = { of: this.props.of }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: { readonly of: string }) {
    return of === state.of ? null : { of, error: undefined }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.instead(this.state.error)
  }
}
