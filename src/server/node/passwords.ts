import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Limiter } from '#server/kernel/limiter.ts'
import type { Passwords } from '#server/kernel/passwords.ts'

/** Of one hash: memory in KiB, passes over it, lanes side by side. */
interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 30 ms on a small server. */
const owaspCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

const derive = promisify(argon2)
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Hashes with argon2id in Node's thread pool, at most one hash per core at a time so that a burst of sign-ins blocks nothing
 * else. Verifying costs what the stored hash names. Only tests pass a lower cost.
 */
export function argon2Passwords(atOnce = availableParallelism(), cost = owaspCost): Passwords {
  const limiter = new Limiter(atOnce)
  const tag = (plain: string, salt: Buffer, { memory, passes, parallelism }: Cost, length: number): Promise<Buffer> =>
    limiter.run(() =>
      // Different keyboards can produce different code points for the same letters: normalised to one form.
      derive('argon2id', {
        message: plain.normalize('NFKC'),
        nonce: salt,
        memory,
        passes,
        parallelism,
        tagLength: length,
      }),
    )
  return {
    hash: async (plain) => {
      const salt = randomBytes(saltBytes)
      return phc(cost, salt, await tag(plain, salt, cost, tagBytes))
    },
    verify: async (plain, stored) => {
      const parsed = parse(stored)
      if (!parsed) return false
      const actual = await tag(plain, parsed.salt, parsed.cost, parsed.tag.length)
      return timingSafeEqual(actual, parsed.tag)
    },
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** Parses a stored hash; undefined unless its cost is close to ours: a stored string must not choose a ruinous one. */
function parse(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(stored) ?? []
  if (!salt || !tag) return undefined
  const found = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const affordable = found.memory <= 4 * owaspCost.memory && found.passes <= 10 && found.parallelism <= 4
  const sensible = found.memory >= 8 * found.parallelism && found.passes >= 1 && found.parallelism >= 1
  const bytes = { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
  if (!affordable || !sensible || bytes.salt.length < 8 || bytes.tag.length < 16) return undefined
  return { cost: found, ...bytes }
}
