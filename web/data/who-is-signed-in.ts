import type { Viewer } from '#shared/kernel/viewer.ts'
import { deviceSoon } from './device/bring.ts'
import { askWhoIsSignedIn, currentMe } from './viewer.ts'

/**
 * For a mutation: whoever is here, asked for where it is not known yet. Where nobody can be asked
 * the device knows who was here last.
 */
export async function whoIsSignedIn(): Promise<Viewer> {
  if (!currentMe().isKnown) await askWhoIsSignedIn()
  if (currentMe().isKnown) return currentMe().viewer
  return (await deviceSoon())?.viewer ?? currentMe().viewer
}
