/**
 * What we are measured against in `write`: @y/websocket-server with LevelDB, as its authors publish
 * it. It is no part of the project: installed by the bench into .cache, on demand, by exact
 * versions.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { endWithUs } from '../../scripts/child.ts'
import { projectDir } from '../../scripts/steps.ts'

const folder = join(projectDir, '.cache', 'bench-peer')
const versions = { '@y/websocket-server': '0.1.1', 'y-leveldb': '0.1.2', yjs: '13.6.33' } as const
const script = join(folder, 'node_modules', '@y', 'websocket-server', 'src', 'server.js')

export interface PeerServer {
  readonly port: number
  readonly pid: number
  kill(): Promise<void>
}

/** @returns why not, when it cannot be had. */
export function installPeer(): string | null {
  if (existsSync(script)) return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench-peer', private: true, dependencies: versions }))
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8', timeout: 120_000 })
  return status === 0 && existsSync(script) ? null : `npm install ended with ${status}: ${stderr.slice(-300)}`
}

/** On any free port, or on the one it had. */
export async function startPeer(dataDir: string, port?: number): Promise<PeerServer> {
  const at = port ?? (await freePort())
  const environment = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(at), YPERSISTENCE: dataDir }
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], env: environment })
  endWithUs(child)
  let said = ''
  while (!said.includes('running at')) {
    const [part] = await once(child.stdout, 'data')
    said += String(part)
  }
  return {
    port: at,
    pid: child.pid ?? 0,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
