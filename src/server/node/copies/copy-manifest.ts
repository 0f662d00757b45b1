import { z } from 'zod'

/*
 * A copy is one file: a tar archive, compressed with zstd and encrypted for recipients of `age`. Its first entry says what it is, then
 * come the rows of each table as COPY writes them, in parts, and the last entry says what was written. A manifest without anything
 * personal stands beside it and is written last: a copy without one is not whole.
 */

/** Format of copies; grows when a release before could not read one. */
export const copyFormat = 1
export const beginName = 'begin.json'
export const endName = 'end.json'
/** Largest part of a table that is one entry. */
export const partBytes = 4 * 2 ** 20

const Instant = z.iso.datetime()
const TableSum = z.object({ rows: z.number().int().nonnegative(), sum: z.string() })

/** First entry of a copy. */
export const CopyBegin = z.object({
  format: z.number().int(),
  id: z.uuid(),
  /** Release of Bawaba that made it. */
  release: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  /** Everything that was committed before this moment is in the copy. */
  dataAsOf: Instant,
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** In the order in which they are filled. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type CopyBegin = z.infer<typeof CopyBegin>

/** Last entry of a copy. */
export const CopyEnd = z.object({ sums: z.record(z.string(), TableSum) })
export type CopyEnd = z.infer<typeof CopyEnd>

/** What stands beside a copy in the clear: versions, counts and checksums, nothing personal. */
export const CopyManifest = z.object({
  ...CopyBegin.omit({ tables: true }).shape,
  ...CopyEnd.shape,
  file: z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() }),
  /** File with the keys, encrypted for other recipients; null where the settings name none. */
  keysFile: z.string().nullable(),
  /** Set when the copy was read back and restored into a throw-away database. */
  verifiedAt: Instant.nullable(),
})
export type CopyManifest = z.infer<typeof CopyManifest>

const stamp = (dataAsOf: string) => dataAsOf.replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Names of the files of a copy. @param dataAsOf ISO text in UTC */
export const copyNames = (dataAsOf: string) => {
  const base = `bawaba-${stamp(dataAsOf)}`
  return { data: `${base}.age`, keys: `${base}.keys.age`, manifest: `${base}.json` }
}

/** Returns the moment of a copy by the name of its manifest, in ms; undefined for the name of another file. */
export function momentOfCopy(manifestName: string): number | undefined {
  const found = /^bawaba-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.json$/.exec(manifestName)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second] = found
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
