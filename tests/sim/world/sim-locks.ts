import type { Locks } from '#local/kernel/ports.ts'
import type { Life } from './sim-life.ts'
import type { SimTime } from './sim-time.ts'

interface Request {
  name: string
  life: Life
  run(): void
  /** The promise of a holder that was robbed rejects. */
  robbed(): void
}

/** Exclusive Web Locks of one device: a queue, `ifAvailable`, `steal`, and freedom at the holder's death. */
export interface SimLocks {
  of(life: Life): Locks
}

export function openSimLocks(time: SimTime): SimLocks {
  const holders = new Map<string, Request>()
  const queue: Request[] = []
  const grantNext = (name: string) => {
    if (holders.has(name)) return
    const index = queue.findIndex((request) => request.name === name)
    const [next] = index < 0 ? [] : queue.splice(index, 1)
    if (next) grant(next)
  }
  const grant = (request: Request) => {
    holders.set(request.name, request)
    // A frozen page holds the lock before its code hears of it.
    time.after(time.random.float() * 3, () => request.life.enter(() => request.run()))
  }
  const leave = (request: Request) => {
    const index = queue.indexOf(request)
    if (index >= 0) queue.splice(index, 1)
    if (holders.get(request.name) !== request) return
    holders.delete(request.name)
    grantNext(request.name)
  }

  const request =
    (life: Life): Locks['request'] =>
    (name, { ifAvailable, steal, signal }, work) =>
      new Promise((resolve, reject) => {
        if (life.isDead()) return
        if (signal?.aborted) return reject(aborted())
        let isRunning = false
        const mine: Request = {
          name,
          life,
          run: () => {
            if (signal?.aborted) return leave(mine)
            isRunning = true
            const done = (tell: () => void) => {
              leave(mine)
              tell()
            }
            work({ name }).then(
              (value) => done(() => resolve(value)),
              (error: unknown) => done(() => reject(error)),
            )
          },
          robbed: () => life.enter(() => reject(aborted())),
        }
        life.onDeath(() => leave(mine))
        signal?.addEventListener('abort', () => {
          if (isRunning) return
          leave(mine)
          reject(aborted())
        })
        if (steal) {
          const holder = holders.get(name)
          holders.delete(name)
          holder?.robbed()
          return grant(mine)
        }
        const isFree = !holders.has(name) && !queue.some((waiting) => waiting.name === name)
        if (isFree) return grant(mine)
        if (ifAvailable) return void time.after(1, () => life.enter(() => resolve(work(null))))
        queue.push(mine)
      })

  return { of: (life) => ({ request: request(life) }) }
}

const aborted = () => new DOMException('The request was aborted.', 'AbortError')
