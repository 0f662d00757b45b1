import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts the server of a release and two of its commands in an empty folder: proves that they load and find their files. */
export async function provePrograms(release: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-release-'))
  const none = join(folder, 'none')
  const env = {
    PATH: process.env['PATH'],
    BAWABA_SETTINGS: none,
    BAWABA_SECRETS: none,
    DATA_DIR: join(folder, 'data'),
    DEMO_SCHOOLS: 'no',
    LISTEN_ADDRESS: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
  try {
    await startAndStop(join(release, 'bin/bawaba'), env)
    for (const command of [['setup-link'], ['backup', 'new-key']]) {
      execFileSync(join(release, 'bin/bawaba'), command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
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
