/**
 * Loaded into a server before its own code (`node --import`), in every thread: a disk that loses power. Below `SHADOW_LIVE`
 * everything works as ever; `SHADOW_STABLE` is what a power cut would leave of it. Names (files made, renamed, deleted) get
 * there at once, contents only by an fsync of that file. Written against `node:fs`, which is all that the server and its
 * engine know of a disk, so that not a line of theirs is another one.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const live = resolve(process.env['SHADOW_LIVE'] ?? '')
const stable = resolve(process.env['SHADOW_STABLE'] ?? '')
const real = { ...fs }

/** Where a path below the live folder is on the stable side; undefined for everything else. */
function shadowOf(path: fs.PathLike | number): string | undefined {
  const below = relative(live, resolve(String(path)))
  return below === '' || below.startsWith('..') ? undefined : join(stable, below)
}

const paths = new Map<number, string>()
/** What has been written and not flushed, per file: begin and end of each stretch. */
const unflushed = new Map<string, [number, number][]>()
const exists = (path: string) => real.existsSync(path)

function follow(path: fs.PathLike) {
  const shadow = shadowOf(path)
  if (!shadow || exists(shadow)) return
  const { mode } = real.lstatSync(path)
  if (real.lstatSync(path).isDirectory()) real.mkdirSync(shadow, { recursive: true })
  else real.writeFileSync(shadow, '')
  // The engine refuses a folder that others may read, whatever the umask of this process.
  real.chmodSync(shadow, mode & 0o777)
}

fs.openSync = (path, flags, mode) => {
  const fd = real.openSync(path, flags, mode)
  if (shadowOf(path)) {
    paths.set(fd, resolve(String(path)))
    follow(path)
  }
  return fd
}
fs.closeSync = (fd) => {
  paths.delete(fd)
  real.closeSync(fd)
}
fs.mkdirSync = ((path: fs.PathLike, options: fs.MakeDirectoryOptions) => {
  const made = real.mkdirSync(path, options)
  follow(path)
  return made
}) as typeof fs.mkdirSync
fs.writeFileSync = (path, data, options) => {
  real.writeFileSync(path, data, options)
  if (typeof path !== 'number' && shadowOf(String(path))) {
    follow(String(path))
    // Rewritten from the beginning, by this thread alone.
    note(resolve(String(path)), 0, real.statSync(String(path)).size)
  }
}
fs.renameSync = (from, to) => {
  real.renameSync(from, to)
  const [a, b] = [shadowOf(from), shadowOf(to)]
  if (!a || !b || !exists(a)) return
  if (exists(b) && real.lstatSync(b).isDirectory()) real.rmSync(b, { recursive: true })
  real.renameSync(a, b)
  moved(resolve(String(from)), resolve(String(to)))
}
/** A second name for what is there: it is complete by then and nobody writes to it again, so its flushed part may be copied. */
fs.linkSync = (from, to) => {
  real.linkSync(from, to)
  const [a, b] = [shadowOf(from), shadowOf(to)]
  if (!a || !b || !exists(a)) return
  real.copyFileSync(a, b)
  real.chmodSync(b, real.lstatSync(a).mode & 0o777)
}
fs.unlinkSync = (path) => {
  real.unlinkSync(path)
  forget(path)
}
fs.rmdirSync = (path: fs.PathLike) => {
  real.rmdirSync(path)
  forget(path)
}
fs.rmSync = (path, options) => {
  real.rmSync(path, options)
  forget(path)
}

function forget(path: fs.PathLike) {
  const shadow = shadowOf(path)
  if (!shadow) return
  real.rmSync(shadow, { recursive: true, force: true })
  unflushed.delete(resolve(String(path)))
}

/** Open files and unflushed stretches go along with their name, or with that of their folder. */
function moved(from: string, to: string) {
  const renamed = (path: string) => (path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path)
  for (const [path, stretches] of Array.from(unflushed)) {
    if (renamed(path) === path) continue
    unflushed.delete(path)
    unflushed.set(renamed(path), stretches)
  }
  for (const [fd, path] of paths) paths.set(fd, renamed(path))
}

function note(path: string, begin: number, end: number) {
  const stretches = unflushed.get(path) ?? []
  const last = stretches.at(-1)
  if (last && last[1] === begin) last[1] = end
  else stretches.push([begin, end])
  unflushed.set(path, stretches)
}

fs.writeSync = ((
  fd: number,
  buffer: NodeJS.ArrayBufferView,
  offset: number,
  length: number,
  position: number | null,
) => {
  const written = real.writeSync(fd, buffer, offset, length, position)
  const path = paths.get(fd)
  if (path === undefined) return written
  // Without a position it was written where the file ended, or somewhere that only the system knows: all of it then.
  if (typeof position === 'number') note(path, position, position + written)
  else note(path, 0, real.fstatSync(fd).size)
  return written
}) as typeof fs.writeSync

/** What is cut off, or grows by nothing but zeros, differs from the flushed content as well. */
fs.truncateSync = (path, length = 0) => {
  const { size } = real.statSync(path)
  real.truncateSync(path, length)
  if (shadowOf(path)) note(resolve(String(path)), Math.min(size, length ?? 0), Math.max(size, length ?? 0))
}
fs.ftruncateSync = (fd, length = 0) => {
  const { size } = real.fstatSync(fd)
  real.ftruncateSync(fd, length)
  const path = paths.get(fd)
  if (path !== undefined) note(path, Math.min(size, length ?? 0), Math.max(size, length ?? 0))
}

fs.fsyncSync = (fd) => {
  const path = paths.get(fd)
  const shadow = path === undefined ? undefined : shadowOf(path)
  if (path === undefined || !shadow || !real.fstatSync(fd).isFile() || !exists(shadow)) return
  const { size } = real.fstatSync(fd)
  // The first start is written by one thread and flushed by another, which has not seen the writes.
  const stretches: [number, number][] = isMainThread ? [[0, size]] : (unflushed.get(path) ?? [])
  const [from, to] = [real.openSync(path, 'r'), real.openSync(shadow, 'r+')]
  for (const [begin, end] of stretches) copy(from, to, begin, Math.min(end, size))
  real.ftruncateSync(to, size)
  real.closeSync(from)
  real.closeSync(to)
  unflushed.delete(path)
}

function copy(from: number, to: number, begin: number, end: number) {
  if (end <= begin) return
  const bytes = Buffer.alloc(end - begin)
  const read = real.readSync(from, bytes, 0, bytes.length, begin)
  real.writeSync(to, bytes, 0, read, begin)
}

// Other ways to change a disk would leave the shadow behind without a word.
for (const name of ['symlinkSync', 'copyFileSync', 'cpSync', 'appendFileSync', 'writevSync'] as const) {
  const original = real[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      const isBelow = args.some((arg) => typeof arg === 'string' && shadowOf(arg))
      if (isBelow) throw new Error(`the shadow disk knows no ${name}`)
      return original(...args)
    },
  })
}
syncBuiltinESMExports()
