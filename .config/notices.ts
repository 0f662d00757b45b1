import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Returns the folder of the package that a module or an asset comes from; undefined for our own. */
export const packageFolder = (file: string): string | undefined =>
  /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replace('\0', ''))?.[1]

const isNotice = (file: string) => /^(licen[cs]e|copying|notice|ofl)\b(?!.*\.[cm]?[jt]s$)/i.test(file)

/** Returns what a package asks everybody to say who passes it on: its name, its version, its licence and the texts of that. */
export function noticeOf(folder: string): string {
  const described: { name: string; version: string; license: string; author?: string | { name: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const { name, version, license, author } = described
  const texts = readdirSync(folder)
    .filter(isNotice)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const head = `${name} ${version} · ${license}`
  const by = typeof author === 'object' ? author.name : author
  const withoutText = [...(by ? [`Copyright (c) ${by}`] : []), `The text of the licence is in licences.txt.`]
  return [head, '='.repeat(head.length), '', ...(texts.length > 0 ? texts : withoutText), ''].join('\n')
}

const root = fileURLToPath(new URL('..', import.meta.url))
const intro = `What is served here contains these works of others. Those of face recognition and its models are in licences.txt, too.\n`

/** Folders of all packages in the builds of this process: pages, their workers, the service worker. */
const found = new Set<string>()

/**
 * Writes the notices of all packages whose code or fonts are in the build into `notices.txt`. Nothing loads it. The builds of
 * pages, workers and service worker follow each other, each with this plugin: the last one writes what all of them contain.
 */
export const notices = (): Plugin => ({
  name: 'notices',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      for (const file of part.type === 'chunk' ? part.moduleIds : part.originalFileNames) {
        const folder = packageFolder(file)
        // Assets are named from the root of the project.
        if (folder !== undefined) found.add(resolve(root, folder))
      }
    }
  },
  async writeBundle({ dir }) {
    if (dir === undefined) return
    const texts = [...new Set([...found].map(noticeOf))].sort()
    await writeFile(join(dir, 'notices.txt'), [intro, ...texts].join('\n'))
  },
})
