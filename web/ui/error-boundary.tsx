import type { ReactNode } from 'react'
import { Component } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly instead: (error: unknown, again: () => void) => ReactNode
  /** Another value tries again: a page that broke must not break the next. */
  readonly of: unknown
}

interface ErrorBoundaryState {
  readonly of: unknown
  /** In a box of its own: `undefined` can be thrown too. */
  readonly thrown: { readonly error: unknown } | null
}

/** Keeps a failure in one part of the page, and reports it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { of: this.props.of, thrown: null }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return of === state.of ? null : { of, thrown: null }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    const { thrown } = this.state
    return thrown === null ? this.props.children : this.props.instead(thrown.error, () => this.setState({ thrown: null }))
  }
}
