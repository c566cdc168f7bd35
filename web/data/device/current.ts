import { createStore } from '../store.ts'
import type { Device } from './device-api.ts'

/** The open device; `null` until the late chunk has opened it, and where there is none. */
export const currentDevice = createStore<Device | null>(null)
