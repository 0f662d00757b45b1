import { commands } from '#shared/commands.ts'
import { isCommandKind } from '#shared/sync/command-kinds.ts'

/** Members that some command marks as never stored. */
const everyName: ReadonlySet<string> = new Set(
  Object.values(commands).flatMap((spec) => ('unjournalled' in spec ? spec.unjournalled : [])),
)

/**
 * Returns the part of an operation that is stored, in the log or in quarantine: everything but the members its command consumes.
 * For an unknown kind the members of all commands are removed, at any depth. Its hash is that of the whole.
 */
export function journalled(raw: unknown): unknown {
  const kind = isRecord(raw) ? raw.kind : undefined
  const names = typeof kind === 'string' && isCommandKind(kind) ? namesOf(kind) : everyName
  return names.size === 0 ? raw : without(raw, names)
}

function namesOf(kind: keyof typeof commands): ReadonlySet<string> {
  const spec = commands[kind]
  return new Set('unjournalled' in spec ? spec.unjournalled : [])
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, names))
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each, names)]))
}
