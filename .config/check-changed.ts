/**
 * `npm run check -- changed [<commit>]`: a quick partial check, in under a minute: format and lint of the files that differ from
 * a commit (HEAD by default), and the tests nearest to them in the import graph. Formats nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { domainOf } from '../tests/support/floors.ts'
import { importsOf, sourceFiles, targetOf, textOf } from '../tests/support/source.ts'

/** More test files than this take longer than a minute on two cores; `npm test` runs all. */
const maxTestFiles = 8

const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Returns the files that differ from a commit, including new ones, excluding deleted ones. */
export function changedFiles(commit: string): string[] {
  const changed = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].filter((file) => existsSync(file))
}

/** Returns the importers of each file. */
function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of sourceFiles()) {
    for (const { specifier } of importsOf(textOf(file))) {
      const target = targetOf(file, specifier)
      if ('file' in target) importers.set(target.file, [...(importers.get(target.file) ?? []), file])
    }
  }
  return importers
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/servers/')

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

/**
 * Returns the test files that import any of `files`, directly or indirectly, nearest first; at equal distance those of the same
 * folder or domain.
 */
export function nearestTests(files: string[], importers: Map<string, string[]>): string[] {
  const folders = new Set(files.map(folderOf))
  const domains = files.map(domainOf).filter((domain) => domain !== undefined)
  const rank = (test: string): number =>
    folders.has(folderOf(test)) ? 0 : domains.some((domain) => test.includes(`/${domain}/`)) ? 1 : 2
  const found: string[] = []
  const seen = new Set(files)
  for (let ring = files; ring.length > 0; ) {
    found.push(...ring.filter(isTest).toSorted((a, b) => rank(a) - rank(b)))
    ring = ring.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file) && seen.add(file))
  }
  return found
}

const run = (command: string, ...args: string[]): boolean => {
  console.log(`── ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

export function checkChanged(commit: string): boolean {
  const changed = changedFiles(commit)
  const code = changed.filter((file) => /\.tsx?$/.test(file))
  if (changed.length === 0) {
    console.log(`Nothing differs from ${commit}.`)
    return true
  }
  const tests = nearestTests(code, readImporters())
  const chosen = tests.slice(0, maxTestFiles)
  const results = [
    run('biome', 'format', '--no-errors-on-unmatched', ...changed),
    code.length === 0 || run('oxlint', ...code),
    chosen.length === 0 || run('vitest', 'run', ...chosen),
  ]
  if (tests.length > chosen.length) console.log(`${tests.length - chosen.length} test files farther away were not run.`)
  return results.every(Boolean)
}
