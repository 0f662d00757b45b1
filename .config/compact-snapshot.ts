type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** Rewrites a snapshot of drizzle-kit with one line for each table: small, and a change shows as the lines of its tables. */
export function compactSnapshot(text: string): string {
  const parsed: unknown = JSON.parse(text)
  if (!isMembers(parsed)) throw new Error('a snapshot is an object')
  const { tables, ...others } = parsed
  if (!isMembers(tables)) throw new Error('a snapshot has tables')
  return `{\n${lines(others)},\n"tables":{\n${lines(tables)}\n}\n}\n`
}

const lines = (members: Members): string =>
  Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n')
