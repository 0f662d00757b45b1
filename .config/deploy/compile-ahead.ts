import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Starts the server of a release and one of its commands in an empty folder: this proves that they load, and leaves the compiled
 * code of all of them in the release, whose folder the service may not write.
 */
export async function compileAhead(release: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-release-'))
  const compiled = join(release, 'compiled')
  mkdirSync(compiled)
  const env = {
    PATH: process.env['PATH'],
    BAWABA_SETTINGS: join(folder, 'none'),
    CREDENTIALS_DIRECTORY: join(folder, 'none'),
    DATA_DIR: join(folder, 'data'),
    DEMO_SCHOOLS: 'no',
    LISTEN_ADDRESS: '127.0.0.1',
    PORT: '0',
  }
  try {
    await startAndStop(join(release, 'bin/bawaba'), env)
    for (const command of [['setup-link'], ['backup', 'new-key']]) {
      execFileSync(join(release, 'bin/bawaba'), command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    openToAll(compiled)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startAndStop(program: string, env: NodeJS.ProcessEnv): Promise<void> {
  const server = spawn(program, ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  for await (const line of createInterface(server.stdout))
    if (line.startsWith('Bawaba is running')) server.kill('SIGTERM')
  const code = await ended
  if (code !== 0) throw new Error(`the server of the release ended with ${code}`)
}

/** Node makes its cache for one user alone; this one is read by whoever runs the release. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else chmodSync(path, 0o644)
  }
}
