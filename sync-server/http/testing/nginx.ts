/**
 * Debian's nginx with the very file that operators are given, as an unprivileged process in a
 * folder of its own, on loopback.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { selfSigned } from './self-signed.ts'

interface NginxOptions {
  /** Path of the program. */
  readonly program: string
  /** Ports of the processes behind it. */
  readonly nodes: readonly number[]
  /** For https, and for plain http. */
  readonly port: number
  readonly plainPort: number
}

export interface RunningNginx {
  /** What its certificate is trusted by. */
  readonly certificate: string
  /** Lines of its access log. */
  log(): readonly LogLine[]
  stop(): Promise<void>
}

interface LogLine {
  readonly path: string
  readonly status: number
  readonly cache: string
  readonly upstream: string
}

const shipped = join(import.meta.dirname, '../../../deploy/nginx/lyceum.conf')

/** A port that nobody else is given until `release`. */
export async function heldPort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async release() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** @throws Error with its words when it does not take the file */
export async function startNginx(options: NginxOptions): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-nginx-'))
  const { certificate, key } = selfSigned('localhost')
  const program = join(folder, 'nginx')
  copyFileSync(options.program, program)
  for (const name of ['cache', 'temp']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'certificate.pem'), certificate)
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'lyceum.conf'), adapted(folder, options))
  writeFileSync(join(folder, 'nginx.conf'), around(folder))
  const user = unprivileged()
  if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part) => (said += String(part)))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await isListening(options.port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) {
      await stop()
      throw new Error(`nginx did not start: ${said}`)
    }
    await after(25)
  }
  return {
    certificate,
    log: () =>
      readFileSync(join(folder, 'access.log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
    stop,
  }
}

/**
 * The shipped file with the places, names and ports of this test. What is replaced has to be there.
 */
function adapted(folder: string, { nodes, port, plainPort }: NginxOptions): string {
  let text = readFileSync(shipped, 'utf8')
  const servers = nodes.map((node) => `  server 127.0.0.1:${node} max_fails=2 fail_timeout=5s;`).join('\n')
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^ {2}server 127\.0\.0\.1:4000 .*\n {2}# server 127\.0\.0\.1:4001 .*$/gmu, servers],
    [/essays\.example;/gu, 'localhost;'],
    [/^ {2}listen \[::\].*\n/gmu, ''],
    [/listen 80;/gu, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 /gu, `listen 127.0.0.1:${port} `],
    [/\/etc\/letsencrypt\/live\/essays\.example\/fullchain\.pem/gu, join(folder, 'certificate.pem')],
    [/\/etc\/letsencrypt\/live\/essays\.example\/privkey\.pem/gu, join(folder, 'key.pem')],
    [/\/var\/cache\/nginx\/lyceum/gu, join(folder, 'cache/lyceum')],
    [/\/var\/log\/nginx\/lyceum\.log/gu, join(folder, 'access.log')],
    [/\/var\/log\/nginx\/lyceum-error\.log/gu, 'stderr'],
  ]
  for (const [pattern, instead] of changes) {
    if (text.search(pattern) < 0) throw new Error(`deploy/nginx/lyceum.conf has no ${pattern.source}`)
    text = text.replace(pattern, instead)
  }
  return text
}

/** What Debian's nginx.conf says around it, without root. */
function around(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`)
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 512; }
http {
${temporary.join('\n')}
include ${join(folder, 'lyceum.conf')};
}
`
}

function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const numberOf = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: numberOf('-u'), gid: numberOf('-g') }
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).then((is) => {
    socket.destroy()
    return is === true
  })
}
