import { toHex } from '#shared/kernel/bytes.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { schoolDaysSince } from '#shared/school/school-days.rules.ts'
import type { PinOutcome } from './faces.types.ts'
import type { FacesStore } from './faces-store.ts'

/** Checks four digits against the server's verifier. Slow on purpose: there are only ten thousand. */
export async function checkPin(store: FacesStore, clock: Clock, customerId: string, pin: string): Promise<PinOutcome> {
  const known = await store.pin(customerId)
  const state = await store.state()
  if (!known?.verifier || !state) return 'none'
  const { timeZone, fallbackDays } = state.settings
  const nowMs = state.heardAtMs + (await store.ageMs())
  if (schoolDaysSince(state.heardAtMs, Math.max(nowMs, clock.nowMs()), timeZone, state.settings) > fallbackDays)
    return 'too-old'
  if (!(await store.takeTry(customerId, known.salt))) return 'too-many'
  if ((await derive(pin, known.salt, known.iterations)) !== known.verifier) return 'wrong'
  await store.forgiveTries(customerId)
  return 'right'
}

async function derive(pin: string, saltHex: string, iterations: number): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const material = await crypto.subtle.importKey('raw', encode(pin), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(saltHex), iterations }
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256)))
}
