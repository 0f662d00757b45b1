/** Place for copies. Each writes a file so that nothing stands under its name before it is whole. */
export interface CopyTarget {
  kind: 'folder' | 'sftp' | 's3'
  /** Location for messages, without secrets. */
  where: string
  /** Writes a file, replacing one of the same name. After a failure, or when `signal` stops it, no such file is there. */
  write(name: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  /** Reads a file. The iteration throws when there is none. */
  read(name: string): AsyncIterable<Uint8Array>
  /** Names of the files of copies that are there. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

/** Joins the chunks of a small file. */
export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Gives a text as a stream. */
export async function* textChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** Is part of the name of every file of a copy. */
export const isCopyFile = (name: string): boolean => /^bawaba-\d{8}T\d{6}Z\.(age|keys\.age|json)$/.test(name)
