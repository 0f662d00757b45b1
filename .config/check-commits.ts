import { execFileSync } from 'node:child_process'
import { subjectFaults } from './commit-subject.ts'

/** Last commit before the subject form was agreed on; later ones must have it (.github/CONTRIBUTING.md). */
const base = '682d00ec102bb0455e6e0aead4df07b7c9fcd1f1'

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Returns the range to check. A shallow clone that lacks the base holds later commits only, so all of it is checked. */
function range(): string | undefined {
  if (git('rev-parse', 'HEAD') === undefined) return undefined
  if (git('merge-base', '--is-ancestor', base, 'HEAD') !== undefined) return `${base}..HEAD`
  return git('rev-parse', '--is-shallow-repository') === 'true' ? 'HEAD' : undefined
}

const commits = range()
if (commits === undefined) console.log('commits: no history since the agreed form, nothing to check')
else {
  if (commits === 'HEAD') console.log('commits: a shallow clone, only what it holds is checked')
  const lines = git('log', '--no-merges', '--format=%H %s', commits)?.split('\n').filter(Boolean) ?? []
  const wrong = lines.flatMap((line) => {
    const [id = '', subject = ''] = line.split(/ (.*)/)
    return subjectFaults(subject).map((fault) => `${id.slice(0, 8)} "${subject}" ${fault}`)
  })
  for (const line of wrong) console.error(line)
  console.log(`commits: ${lines.length} checked, ${wrong.length} faults`)
  if (wrong.length > 0) process.exitCode = 1
}
