import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Release = () => Promise<unknown> | void

/** Everything that runs or lies about because of the bench, the newest last. */
const held: Release[] = []

/** Calls `release` when the group has ended, however it ends. */
export const releaseAtEnd = (release: Release): void => void held.push(release)

/** Gives everything back, newest first; what fails keeps nothing else from being given back. */
export async function releaseAll(): Promise<void> {
  for (let release = held.pop(); release; release = held.pop()) {
    await Promise.resolve(release()).catch((error: unknown) => console.error(`not given back: ${String(error)}`))
  }
}

/** A new folder that goes with the group. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-bench-'))
  releaseAtEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return folder
}

const patienceMs = 10_000

/** Ctrl-C: what is open is closed in order, and then we go. */
export function releaseAllOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(130), patienceMs).unref()
      void releaseAll().then(() => process.exit(130))
    })
  }
}

/** For browsers: the signal is ours to answer, or the browser would end the process before all is given back. */
export const leaveSignalsToUs = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
