/** Fields of a failure that may be logged. */
export interface FailureFields {
  error: string
  stack: string[]
  [detail: string]: unknown
}

/** Members of a database error that name parts of the schema, never values. */
const schemaMembers = ['code', 'severity', 'table', 'column', 'constraint', 'routine'] as const

/**
 * Converts a failure to log fields, without its message: drivers put parameters into messages, and parsers quote the text they
 * could not read. Only messages of the language's own errors about the program are kept, since they hold no data, unless they
 * repeat an address, whose query may hold a token.
 */
export function describeFailure(error: unknown): FailureFields {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] }
  const names: string[] = []
  const details: Record<string, unknown> = {}
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    names.push(e.name)
    const ofProgram = e instanceof TypeError || e instanceof ReferenceError
    if (ofProgram && !e.message.includes('://')) details.message ??= e.message
    for (const member of schemaMembers) {
      const value: unknown = Reflect.get(e, member)
      if (typeof value === 'string') details[member] ??= value
    }
    if ('places' in e) details.places = e.places
  }
  return { error: names.join(' < '), stack: frames(error), ...details }
}

/** Returns the call sites of an error. The message precedes them, and may look like one of them. */
function frames({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message)
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split('\n')
  const before = lines.findLastIndex((line) => !/^\s+at /.test(line))
  return lines.slice(before + 1, before + 13).map((line) => line.trim())
}
