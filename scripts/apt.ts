import { spawnSync } from 'node:child_process'

/** Two of us may want the packages' lock at once. */
const patience = ['-o', 'DPkg::Lock::Timeout=300']

/** Runs Debian's apt-get in `cwd`. @returns whether it went well. */
export function apt(args: readonly string[], cwd?: string): boolean {
  const { status } = spawnSync('apt-get', ['-q', ...patience, ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...(cwd !== undefined && { cwd }),
  })
  return status === 0
}
