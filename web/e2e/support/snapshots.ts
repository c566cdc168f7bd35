/**
 * Devices on which somebody has signed in and everything has come to rest, made once for each
 * worker: a profile belongs to an address.
 */
import { cpSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { launchProfile } from '../../../scripts/chromium.ts'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import { actionTimeoutMs, desktop } from './browser.ts'
import { slotPort } from './own-server.ts'
import { slot } from './slot.ts'
import { settled, signInAs } from './places.ts'
import { snapshotReaders } from './sign-in.ts'

interface Snapshots {
  /** The store on which the devices were made: what they know is in it. */
  readonly storeDir: string
  readonly profileDirOf: (name: string) => string
}

export async function snapshots(): Promise<Snapshots> {
  const folder = join(inject('snapshotDir'), `slot-${slot}`)
  if (!existsSync(folder)) await make(folder)
  return { storeDir: join(folder, 'store'), profileDirOf: (name) => join(folder, name) }
}

/**
 * In a folder of another name until it is whole: a run that was stopped half-way leaves nothing
 * that looks made.
 */
async function make(folder: string): Promise<void> {
  const coming = `${folder}-${process.pid}`
  const dataDir = join(coming, 'store')
  cpSync(inject('seededDataDir'), dataDir, { recursive: true })
  const product = await startProduct({ dataDir, port: slotPort(), settings: { SEED: 'off', ...shortLived }, isReady: true })
  try {
    for (const name of snapshotReaders) {
      const context = await launchProfile(join(coming, name), { viewport: desktop, baseURL: product.origin })
      context.setDefaultTimeout(actionTimeoutMs)
      if (name !== 'visitor') await signInAs(context, name)
      const page = context.pages()[0] ?? (await context.newPage())
      await page.goto('/')
      // A visitor's pages have no device before something is touched.
      await settled(page, ...(name === 'visitor' ? (['light', 'worker'] as const) : (['hydrated', 'device', 'worker', 'sent'] as const)))
      await context.close()
    }
  } finally {
    await product.stop()
  }
  renameSync(coming, folder)
}
