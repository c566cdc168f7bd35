/**
 * What a torture run breaks: the product in a process of its own, and a member's browser on a
 * profile that outlives it.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchProfile } from '../../scripts/chromium.ts'
import type { Product } from '../../scripts/product.ts'
import { startProduct } from '../../scripts/product.ts'
import { projectDir } from '../../scripts/steps.ts'
import { desktop } from '../../web/e2e/support/browser.ts'
import { browserOf } from '../../web/e2e/support/browser-process.ts'
import { alive, settled } from '../../web/e2e/support/places.ts'
import { signInByForm } from '../../web/e2e/support/sign-in.ts'

export const member = 'lina'
const actionMs = 90_000
const operator = { backup: 'sync-server/operator/backup.ts', restore: 'sync-server/operator/restore.ts' }

export interface World {
  readonly origin: string
  readonly dataDir: string
  readonly browser: MemberBrowser
  killServer(): Promise<void>
  /** On what it had written, at the same address. @param skewMs its clock is wrong by so much */
  startServer(skewMs?: number): Promise<void>
  /** As the operator makes it, while the server runs. */
  backUp(): Promise<void>
  /** The server is killed and comes back as it was when it was backed up. */
  restore(): Promise<void>
  close(): Promise<void>
}

export interface MemberBrowser {
  readonly context: BrowserContext
  newPage(): Promise<Page>
  /** As by a power cut, and started again on what it had written. */
  kill(): Promise<void>
  /** All tabs go, as a hand closes them, but for one that is on no page. */
  closeTabs(): Promise<Page>
  signIn(page: Page): Promise<void>
}

/** A store and a profile that worlds are copied from: both belong to one address. */
export interface Template {
  readonly folder: string
  readonly port: number
  readonly password: string
}

/** The example community, a member who has signed in, everything at rest. */
export async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-torture-'))
  const product = await startProduct({ dataDir: join(folder, 'data'), settings: { SEED: 'on' } })
  const { origin, port } = product
  const password = / password of (?:all|each)(?: is|:) (.+)/u.exec(product.output())?.[1]?.trim() ?? ''
  const browser = await openBrowser(join(folder, 'profile'), origin, password)
  const page = await browser.newPage()
  await browser.signIn(page)
  await page.goto(`${origin}/`)
  await settled(page, 'hydrated', 'device', 'worker', 'sent')
  await browser.context.close()
  await product.stop()
  return { folder, port, password }
}

/** One at a time: each has the template's address. */
export async function openWorld({ folder: template, port, password }: Template): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-torture-'))
  cpSync(template, folder, { recursive: true })
  const dataDir = join(folder, 'data')
  const backupDir = join(folder, 'backup')
  const start = (skewMs: number) => startProduct({ dataDir, port, skewMs, settings: { SEED: 'off' }, isReady: true })
  let product: Product = await start(0)
  const { origin } = product
  const browser = await openBrowser(join(folder, 'profile'), origin, password)

  async function atConsole(script: string): Promise<void> {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
    await promisify(execFile)(process.execPath, [script, backupDir], { cwd: projectDir, env })
  }

  const world: World = {
    origin,
    dataDir,
    browser,
    killServer: () => product.kill(),
    async startServer(skewMs = 0) {
      await product.kill()
      product = await start(skewMs)
    },
    async backUp() {
      rmSync(backupDir, { recursive: true, force: true })
      await atConsole(operator.backup)
    },
    async restore() {
      await product.kill()
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true })
      await atConsole(operator.restore)
      await world.startServer()
    },
    async close() {
      await browser.context.close().catch(() => {})
      await product.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

async function openBrowser(profileDir: string, origin: string, password: string): Promise<MemberBrowser> {
  mkdirSync(profileDir, { recursive: true })
  const launch = async (): Promise<BrowserContext> => {
    const launched = await launchProfile(profileDir, { viewport: desktop, baseURL: origin, serviceWorkers: 'allow' })
    launched.setDefaultTimeout(actionMs)
    // A page that asks whether it may go may.
    launched.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
    return launched
  }
  let context = await launch()
  return {
    get context() {
      return context
    },
    newPage: () => context.newPage(),
    async kill() {
      const pid = browserOf(profileDir)
      if (pid === null) throw new Error(`no browser on ${profileDir}`)
      const gone = new Promise((resolve) => context.once('close', resolve))
      process.kill(pid, 'SIGKILL')
      await gone
      context = await launch()
    },
    async closeTabs() {
      const [first, ...others] = context.pages()
      for (const page of others) await closeTab(page)
      const page = first ?? (await context.newPage())
      await page.goto('about:blank')
      return page
    },
    async signIn(page) {
      await signInByForm(page, member, password)
      await alive(page)
    },
  }
}

/** As a hand does it: the page hears that it goes. */
export async function closeTab(page: Page): Promise<void> {
  const gone = new Promise((resolve) => page.once('close', resolve))
  await page.close({ runBeforeUnload: true })
  await gone
}

/** Of the page's process. */
export const toolsOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)
