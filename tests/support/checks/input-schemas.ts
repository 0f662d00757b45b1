import type { z } from 'zod'

/** What a schema says of itself. */
export interface SchemaDef {
  type: string
  format?: string
  shape?: Record<string, z.core.$ZodType>
  getter?: () => z.core.$ZodType
  [part: string]: unknown
}
const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Every schema below one, with the path to it; of a pipe what it ends in. */
export function* schemasBelow(
  schema: z.core.$ZodType,
  path: string,
  above: readonly unknown[] = [],
): Generator<[path: string, schema: z.core.$ZodType, def: SchemaDef]> {
  if (above.includes(schema)) return
  const def = schema._zod.def as unknown as SchemaDef
  yield [path, schema, def]
  const parts: [string, unknown][] = Object.entries(def.shape ?? {}).map(([name, part]) => [`${path}.${name}`, part])
  if (def.type === 'lazy') parts.push([path, def.getter?.()])
  const inner =
    def.type === 'pipe' ? [isSchema(def.out) && !isTransform(def.out) ? def.out : def.in] : Object.values(def)
  parts.push(...inner.flat().map((part): [string, unknown] => [path, part]))
  for (const [at, part] of parts) if (isSchema(part)) yield* schemasBelow(part, at, [...above, schema])
}
const isTransform = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform'

export const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success
