/**
 * `npm run dev`: as `npm start`, but the pages come from the sources through Vite, with hot
 * replacement in the browser. A change under sync-server/ or shared/ starts the server anew: this
 * file runs twice, once as the watcher and once, under it, as the server.
 */
import './runtime-guard.ts'
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'

const root = join(import.meta.dirname, '..')

if (process.env['LYCEUM_DEV_SERVER'] === 'yes') await runServer()
else superviseServer()

async function runServer(): Promise<void> {
  const [{ createServer }, { readConfigOrExit, say, serve }, { webEntryOf }] = await Promise.all([
    import('vite'),
    import('./serve.ts'),
    import('./pages/web-entry.ts'),
  ])
  const config = readConfigOrExit()
  const { seedWhenEmpty } = await import('./seed-when-empty.ts')
  await seedWhenEmpty(config, say)
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: config.port + 10_000 > 65_535 ? config.port - 1 : config.port + 10_000 } },
  })
  const server = await serve(config, {
    isDevelopment: true,
    webEntry: { entry: async () => webEntryOf(await vite.ssrLoadModule('/web/entry-server.tsx')) },
    middleware: (request, response, next) => vite.middlewares(request, response, next),
  })
  process.once('exit', () => void Promise.all([vite.close(), server.close()]))
}

function superviseServer(): void {
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    child = spawn(process.execPath, [...process.execArgv, import.meta.filename], {
      stdio: 'inherit',
      env: { ...process.env, LYCEUM_DEV_SERVER: 'yes' },
    })
  }
  const restart = (): void => {
    const old = child
    if (old === null || old.exitCode !== null || old.signalCode !== null) return start()
    old.once('exit', start)
    old.kill('SIGTERM')
  }
  for (const folder of ['sync-server', 'shared']) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !name.endsWith('.ts') || name.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(restart, 150)
    })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      child?.once('exit', () => process.exit(0))
      if (child?.kill(signal) !== true) process.exit(0)
    })
  }
  start()
}
