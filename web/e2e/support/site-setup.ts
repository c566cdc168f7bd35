import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { takePortBlock } from '../../../scripts/ports.ts'
import type { Product } from '../../../scripts/product.ts'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import { seededStore } from '../../../sync-server/http-tests/testing/seeded-store.ts'
import { signedInMembers } from './sign-in.ts'
import type { Session } from './sign-in.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A data folder with the example community and its signed-in members; tests copy it and leave
     * it as it is.
     */
    seededDataDir: string
    /** Of every member in it, as the first start tells the operator. */
    examplePassword: string
    /** By user name: the cookies of a session in that store. */
    sessions: Readonly<Record<string, Session>>
    /**
     * Below it is what each worker keeps between its tests: profiles of signed-in devices, and the
     * store they were made on.
     */
    snapshotDir: string
    /** The ports after it are this run's. */
    portBase: number
  }
}

/**
 * vitest `globalSetup`: takes the run's store, which the very start that a stranger's `npm start`
 * is has filled (and has built the pages), and signs its members in as the plain form does.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-e2e-'))
  const ports = await takePortBlock()
  const seededDataDir = join(folder, 'seeded')
  const { folder: filled, password: examplePassword } = await seededStore(process.pid)
  cpSync(filled, seededDataDir, { recursive: true })
  const product = await startProduct({ dataDir: seededDataDir, settings: { SEED: 'off', ...shortLived }, isReady: true })
  const sessions = await sessionsOn(product, examplePassword)
  await product.stop()
  project.provide('examplePassword', examplePassword)
  project.provide('seededDataDir', seededDataDir)
  project.provide('sessions', sessions)
  project.provide('snapshotDir', join(folder, 'snapshots'))
  project.provide('portBase', ports.base)
  return () => {
    ports.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sessionsOn({ origin }: Product, password: string): Promise<Readonly<Record<string, Session>>> {
  const sessions: Record<string, Session> = {}
  for (const login of signedInMembers) {
    const client = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
    const answer = await client.post('/api/form/accounts.signIn', { form: { login, password }, maxRedirects: 0 })
    if (answer.status() !== 303) throw new Error(`${login} cannot sign in: ${answer.status()}`)
    sessions[login] = (await client.storageState()).cookies
    await client.dispose()
  }
  return sessions
}
