const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build']

/** Domains and layers (src/README.md), and scopes outside them. */
const scopes = `
  overview retention programs messaging admissions consents faces recognition letters documents fees students
  forms pos sync identity audit school mail lists shared local client server demo sw tests kernel db
  outbox device ui shell platform routes i18n theme bench sim ci deps deploy decisions guides
`
  .trim()
  .split(/\s+/)

const longest = 72

const form = /^(?<type>[a-z]+)(?:\((?<scope>[^()]*)\))?: (?<summary>\S.*)$/

/** Returns the faults in the first line of a commit message; none where it has the form `type(domain): summary`. */
export function subjectFaults(subject: string): string[] {
  const { type, scope, summary } = form.exec(subject)?.groups ?? {}
  if (type === undefined || summary === undefined) return ['is not `type(domain): summary`']
  return [
    !types.includes(type) && `has the type "${type}", which is none of ${types.join(', ')}`,
    scope !== undefined &&
      !scopes.includes(scope) &&
      `has the domain "${scope}", which .config/commit-subject.ts lacks`,
    subject.length > longest && `has ${subject.length} characters, ${longest} are allowed`,
    summary.endsWith('.') && 'ends with a full stop',
  ].filter((fault) => fault !== false)
}
