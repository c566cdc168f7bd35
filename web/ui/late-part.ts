import type { ComponentType, ReactNode } from 'react'
import { lazy } from 'react'

/**
 * A part of the page that comes when it is first drawn, and without which the page does all it
 * does: where it cannot be had, `otherwise` stands.
 */
export const latePart = <Props extends object>(bring: () => Promise<ComponentType<Props>>, otherwise: ReactNode = null) =>
  lazy<ComponentType<Props>>(() =>
    bring().then(
      (part) => ({ default: part }),
      () => ({ default: () => otherwise }),
    ),
  )
