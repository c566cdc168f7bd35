import type { Config } from './config.ts'
import type { RunningServer, StartOptions } from './main.ts'
import { ConfigError, readConfig } from './config.ts'
import { StoreFailure } from './store/port.ts'

/** To the person who started it; logs go elsewhere, as JSON lines. */
export function say(line: string): void {
  console.log(line)
}

/** @param options `isQuiet`: the warnings have been told. */
export function readConfigOrExit(options: { readonly isQuiet?: boolean } = {}): Config {
  try {
    const config = readConfig(process.env)
    for (const warning of options.isQuiet === true ? [] : config.warnings) console.warn(`Note: ${warning}`)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) console.error(problem)
    process.exit(2)
  }
}

/** Runs until it is told to stop; a second signal ends it at once. */
export async function serve(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { startProduct } = await import('./product.ts')
  const server = await startProduct(config, options).catch((error: unknown) => {
    console.error(reasonOf(error, config))
    process.exit(1)
  })
  say(`${config.siteName} is at ${server.origin}`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Nothing may hold the process longer than its supervisor waits.
      setTimeout(() => process.exit(1), 9_500).unref()
      void server.close().then(() => process.exit(0))
    })
  }
  return server
}

function reasonOf(error: unknown, config: Config): string {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'EADDRINUSE') return `PORT ${config.port} is in use by another program.`
  if (code === 'EACCES') return `PORT ${config.port} is not allowed for this user: take one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  if (error instanceof ConfigError) return error.message
  if (error instanceof StoreFailure) return `The store cannot be opened: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
