import type { Loads } from './route.ts'

// Imported by the server entry alone, so that nothing of it reaches the browser.
const modules = import.meta.glob<{ readonly loads?: Loads }>(['../features/*/loads.ts', '../features/*/*.load.ts'], { eager: true })

export const loads: Loads = Object.assign({}, ...Object.values(modules).map((module) => module.loads))
