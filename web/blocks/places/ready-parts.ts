import type { ComponentType } from 'react'
import type { AnyPartProps } from '../../data/places.ts'

/** Parts whose code is here already, by name: they stand in their page at once. */
export const readyParts = new Map<string, ComponentType<AnyPartProps>>()
