import type { ComponentType } from 'react'
import { createContext } from 'react'
import type { AnyPartProps } from '../../data/places.ts'

/** Brings the code of a part by its name, `domain/part`: the app knows where it stands. */
export const PartsContext = createContext<(name: string) => Promise<ComponentType<AnyPartProps>>>((name) =>
  Promise.reject(new Error(`nobody brings ${name} here`)),
)
