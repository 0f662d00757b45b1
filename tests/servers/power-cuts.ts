import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Random } from '#shared/kernel/ids.ts'
import { LiveServer } from './live-server.ts'
import type { FaultReport } from './report.ts'
import { type Plan, SchoolDay } from './school-day.ts'
import { embeddedStore } from './stores.ts'

const preload = fileURLToPath(new URL('./shadow-disk.ts', import.meta.url))
/** What a disk writes whole. */
const sectorBytes = 512

/** A data folder whose power can be cut. */
class FragileFolder {
  readonly base = mkdtempSync(join(tmpdir(), 'bawaba-power-'))
  readonly live = join(this.base, 'live')
  readonly stable = join(this.base, 'stable')

  constructor() {
    for (const folder of [this.live, this.stable]) mkdirSync(folder)
  }

  /**
   * The machine comes up again: the folder is what the disk has. With `random` the disk had also written some sectors that
   * nobody asked for yet, each or none, in no order.
   */
  loseUnflushed(random?: Random): void {
    if (random) keepSome(this.live, this.stable, random)
    rmSync(this.live, { recursive: true })
    renameSync(this.stable, this.live)
    cpSync(this.live, this.stable, { recursive: true })
  }

  remove = () => rmSync(this.base, { recursive: true, force: true })
}

function keepSome(live: string, stable: string, random: Random): void {
  for (const entry of readdirSync(stable, { withFileTypes: true })) {
    const [from, to] = [join(live, entry.name), join(stable, entry.name)]
    if (!existsSync(from)) continue
    if (entry.isDirectory()) keepSome(from, to, random)
    else if (entry.isFile()) keepSomeSectors(from, to, random)
  }
}

function keepSomeSectors(from: string, to: string, random: Random): void {
  if (statSync(from).size === 0) return
  const [written, flushed] = [readFileSync(from), readFileSync(to)]
  if (written.equals(flushed)) return
  const share = random.float()
  const mixed = Buffer.alloc(random.float() < 0.5 ? flushed.length : Math.max(flushed.length, written.length))
  flushed.copy(mixed)
  for (let at = 0; at < mixed.length; at += sectorBytes) {
    const sector = written.subarray(at, at + sectorBytes)
    if (random.float() < share) sector.copy(mixed, at)
  }
  writeFileSync(to, mixed)
}

/**
 * The power goes, at any moment from the first start on, and the server comes back with nothing but what the disk had
 * promised: half of the times exactly that, half of the times with some of the rest in no order.
 */
export async function powerHistory(plan: Plan): Promise<FaultReport> {
  const folder = new FragileFolder()
  const store = embeddedStore(folder.live)
  const environment = { SHADOW_LIVE: folder.live, SHADOW_STABLE: folder.stable }
  const server = await LiveServer.at(store.settings, { preload, environment })
  const day = new SchoolDay({ plan, name: 'power cut', servers: [server] })
  const cut = async (what: string) => {
    folder.loseUnflushed(day.random.float() < 0.5 ? day.random : undefined)
    await day.happened(what)
  }
  try {
    await server.startAndKill(day.random.float() * 6000)
    await cut('without power at its first start')
    await server.start()
    await day.open()
    while (day.report.faults < plan.faults) {
      await day.sold(1)
      await day.badMoment()
      await server.end('SIGKILL')
      await cut('without power at work')
      while (day.report.faults < plan.faults && day.random.float() < 0.25) {
        await server.startAndKill(day.random.float() * 2 * (server.openMs.at(-1) ?? 3000))
        await cut('without power while coming back')
      }
      await server.start()
    }
    await day.sold(1)
    await day.close()
    await server.end('SIGKILL')
    folder.loseUnflushed()
    return await store.look((db) => day.settle(db))
  } finally {
    await day.clear()
    folder.remove()
  }
}
