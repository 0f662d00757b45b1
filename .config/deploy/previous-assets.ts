import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** How long a tab that was never reloaded still gets the files of its own release. */
const keptDays = 60
const dayMs = 24 * 3_600_000

/** When each kept asset of an earlier release was replaced, by its path below `assets`. */
export const PreviousAssets = z.record(z.string(), z.iso.datetime())
export type PreviousAssets = z.infer<typeof PreviousAssets>

const Manifest = z.object({ previousAssets: PreviousAssets })

/** Returns the files below a folder, by their path from it; none where there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/**
 * Copies the assets of earlier releases into `dist-previous` of a new one, unless they were replaced more than 60 days ago or the new
 * release has them itself.
 * @param sources folders of earlier releases, or of a source tree whose client was built there
 * @returns when each was replaced: now for those that the earlier release still had as its own
 */
export async function keepPreviousAssets(
  sources: readonly string[],
  release: string,
  nowMs: number,
): Promise<PreviousAssets> {
  const kept: PreviousAssets = {}
  for (const source of sources) {
    const replaced = await replacedIn(source)
    await keep(join(source, 'dist-previous/assets'), (path) => replaced(path), { release, nowMs, kept })
    await keep(join(source, 'dist/assets'), async () => nowMs, { release, nowMs, kept })
  }
  return Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

interface Keeping {
  release: string
  nowMs: number
  kept: PreviousAssets
}

async function keep(from: string, replacedMs: (path: string) => Promise<number>, { release, nowMs, kept }: Keeping) {
  for (const path of await filesBelow(from)) {
    const sinceMs = await replacedMs(path)
    if (nowMs - sinceMs > keptDays * dayMs || existsSync(join(release, 'dist/assets', path))) continue
    // Of two releases that had it the later one counts.
    if (kept[path] !== undefined && Date.parse(kept[path]) >= sinceMs) continue
    kept[path] = new Date(sinceMs).toISOString()
    const to = join(release, 'dist-previous/assets', path)
    await mkdir(dirname(to), { recursive: true })
    await copyFile(join(from, path), to)
  }
}

/** A release says it in its manifest; in a source tree the age of the copy does. */
async function replacedIn(source: string): Promise<(path: string) => Promise<number>> {
  const text = await readFile(join(source, 'manifest.json'), 'utf8').catch(() => undefined)
  const known = text === undefined ? {} : Manifest.parse(JSON.parse(text)).previousAssets
  return async (path) => {
    const said = known[path]
    return said === undefined ? (await stat(join(source, 'dist-previous/assets', path))).mtimeMs : Date.parse(said)
  }
}
